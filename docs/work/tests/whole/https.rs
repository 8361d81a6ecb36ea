//! The crawl over TLS, alone and on many machines.

use std::fs;
use std::time::Duration;

use https_tests::answers::page;
use https_tests::authority::Authority;
use https_tests::server::{End, server};
use practice_site::{Answer, Site};
use serde_json::Value;
use tempfile::TempDir;
use test_tools::process::free_port;

use crate::tools::{Ended, Redis, Worker};

/// Longer than a worker tries to join.
const LONG: Duration = Duration::from_secs(8);

// Each page has a connection of its own.
https_tests::scenarios!(work::crawl, env!("CARGO_BIN_EXE_work"), usize::MAX);

/// Writes certificates into a file for `--ca`. Returns its folder and its path.
fn file_of(pem: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ca.pem");
    fs::write(&path, pem).unwrap();
    (folder, path.display().to_string())
}

/// Starts a server over TLS whose pages link to each other. `/gone` is not there.
fn pages(authority: &Authority) -> String {
    let address = server(authority.issue(&["127.0.0.1"]).config(13), |path| match path {
        "/gone" => ("HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n".to_owned(), End::Closed),
        _ => (page("<a href=/a><a href=/b><a href=/gone>"), End::Closed),
    });
    format!("https://{address}")
}

/// Returns the status or the kind of the error of each record, by the end of its URL.
fn outcomes(report: &Value) -> Vec<String> {
    let of = |record: &Value| {
        let outcome = record["error"]["kind"].as_str().map_or(record["status"].to_string(), str::to_owned);
        format!("{} {outcome}", record["url"].as_str().unwrap().rsplit('/').next().unwrap())
    };
    report["records"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn workers_that_share_a_crawl_by_https_report_what_one_alone_reports() {
    let authority = Authority::new("The tests' authority");
    let (_folder, ca) = file_of(&authority.pem());
    let (redis, root) = (Redis::start(), pages(&authority));
    let arguments = ["--ca", &ca, "--check", "--max-tries=1", &root];
    let alone = Worker::with(&arguments).finish();
    assert_eq!(outcomes(&alone.report()), [" 200", "a 200", "b 200", "gone 404"]);
    let redis = format!("--redis={}", redis.url());
    let workers = [(); 2].map(|()| Worker::with(&[&[redis.as_str()], &arguments[..]].concat()));
    let ended: [Ended; 2] = workers.map(Worker::finish);
    assert_eq!(ended.each_ref().map(Ended::report), [alone.report(), alone.report()], "{ended:?}");
    assert_eq!(ended.map(|ended| ended.code), [alone.code, Some(3)]);
}

#[test]
fn a_redis_behind_tls_is_reached_if_its_certificate_is_trusted() {
    let [authority, other] = ["The tests' authority", "Another authority"].map(Authority::new);
    let certified = authority.issue(&["127.0.0.1"]);
    let [(_folder, ca), (_other_folder, other)] = [authority.pem(), other.pem()].map(|pem| file_of(&pem));
    let [(_cert_folder, cert), (_key_folder, key)] =
        [&certified.certificate, &certified.key].map(|pem| file_of(pem));
    let port = free_port().to_string();
    let tls =
        ["--tls-port", &port, "--tls-cert-file", &cert, "--tls-key-file", &key, "--tls-auth-clients", "no"];
    let _redis = Redis::start_with(&tls);
    let site = Site::builder().page("/", Answer::links(["/a"])).start().unwrap();
    let redis = format!("rediss://127.0.0.1:{port}");
    let [ended, refused] =
        [ca, other].map(|ca| Worker::at(&redis, &site, &["--ca", &ca]).finish_within(LONG));
    assert_eq!((ended.code, ended.records()), (Some(0), 2), "{ended:?}");
    assert!(refused.code == Some(1) && refused.stderr.contains("certificate"), "{refused:?}");
}

#[test]
fn links_to_other_sites_are_checked_over_tls() {
    let [authority, other] = ["The tests' authority", "Another authority"].map(Authority::new);
    let (_folder, ca) = file_of(&authority.pem());
    let [trusted, not_trusted] = [&authority, &other].map(pages);
    let links = [format!("{trusted}/"), format!("{trusted}/gone"), format!("{not_trusted}/not-trusted")];
    let site = Site::builder().page("/root", Answer::links(links)).start().unwrap();
    let root = site.url("/root");
    let ended = Worker::with(&["--ca", &ca, "--max-tries=1", "--check-external", root.as_str()]).finish();
    let mut found = outcomes(&ended.report());
    found.sort();
    assert_eq!(found, [" 200", "gone 404", "not-trusted tls", "root 200"], "{ended:?}");
    assert_eq!(site.requests(), 1);
}

#[test]
fn certificates_that_cannot_be_used_are_an_error_of_the_command_line() {
    let certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for (broken, says) in
        [(certificate, "BadEncoding"), (&certificate[..30], "not in PEM"), ("", "no certificate")]
    {
        let (_folder, ca) = file_of(broken);
        let ended = Worker::with(&["--ca", &ca]).finish();
        assert!(ended.code == Some(2) && ended.stderr.contains(says), "{ended:?}");
    }
}

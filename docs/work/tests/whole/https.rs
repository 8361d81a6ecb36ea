//! The crawl over TLS, alone and on many machines.

use std::fs;
use std::time::Duration;

use https_tests::answers::page;
use https_tests::authority::Authority;
use https_tests::server::{End, server};
use practice_site::{Answer, Site};
use tempfile::TempDir;
use test_tools::process::free_port;

use crate::tools::{Redis, Worker, count};

/// Longer than a worker tries to join.
const LONG: Duration = Duration::from_secs(8);

// Each page has a connection of its own.
https_tests::scenarios!(work::crawl, env!("CARGO_BIN_EXE_work"), usize::MAX);

fn authorities() -> [Authority; 2] {
    ["The tests' authority", "Another authority"].map(Authority::new)
}

/// Writes certificates or a key into a file, and returns its path.
fn file(folder: &TempDir, name: &str, pem: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, pem).unwrap();
    path.display().to_string()
}

/// Starts a server over TLS whose pages have these links. `/gone` is not there.
fn pages(authority: &Authority, links: &[&str]) -> String {
    let html: String = links.iter().map(|link| format!("<a href={link}>")).collect();
    let address = server(authority.issue(&["127.0.0.1"]).config(13), move |path| match path {
        "/gone" => ("HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n".to_owned(), End::Closed),
        _ => (page(&html), End::Closed),
    });
    format!("https://{address}")
}

#[test]
fn workers_that_share_a_crawl_by_https_report_what_one_alone_reports_also_of_other_sites() {
    let (folder, [authority, other]) = (tempfile::tempdir().unwrap(), authorities());
    let ca = file(&folder, "ca", &authority.pem());
    let [trusted, not_trusted] = [&authority, &other].map(|authority| pages(authority, &["/unread"]));
    let others = [format!("{trusted}/fine"), format!("{not_trusted}/not-trusted")];
    let root = pages(&authority, &["/a", "/gone", &others[0], &others[1]]);
    let arguments = ["--ca", &ca, "--check", "--check-external", "--max-tries=1"];
    let alone = Worker::of(None, [&root], &arguments).finish();
    let (report, redis) = (alone.report(), Redis::start());
    let summary = ["pages", "errors"].map(|what| report["summary"][what].as_u64());
    assert_eq!((count(&report), summary), (5, [Some(3), Some(2)]), "{alone:?}");
    let share = |()| Worker::of(Some(&redis.url()), [&root], &arguments);
    for ended in [(); 2].map(share).map(Worker::finish) {
        assert_eq!((ended.report(), ended.code), (alone.report(), Some(3)), "{ended:?}");
    }
}

#[test]
fn a_redis_behind_tls_is_reached_if_its_certificate_is_trusted() {
    let (folder, [authority, other]) = (tempfile::tempdir().unwrap(), authorities());
    let certified = authority.issue(&["127.0.0.1"]);
    let [ca, other] = [("ca", authority), ("other", other)].map(|(name, of)| file(&folder, name, &of.pem()));
    let [cert, key] = [("cert", certified.certificate), ("key", certified.key)]
        .map(|(name, pem)| file(&folder, name, &pem));
    let port = free_port().to_string();
    let tls =
        ["--tls-port", &port, "--tls-cert-file", &cert, "--tls-key-file", &key, "--tls-auth-clients", "no"];
    let _redis = Redis::start_with(&tls);
    let site = Site::builder().page("/", Answer::links(["/a"])).start().unwrap();
    let redis = format!("rediss://127.0.0.1:{port}");
    let [ended, refused] =
        [ca, other].map(|ca| Worker::at(&redis, &site, &["--ca", &ca]).finish_within(LONG));
    assert_eq!((ended.code, count(&ended.report())), (Some(0), 2), "{ended:?}");
    assert!(refused.code == Some(1) && refused.stderr.contains("certificate"), "{refused:?}");
}

#[test]
fn certificates_that_cannot_be_used_are_an_error_of_the_command_line() {
    let (folder, start) = (tempfile::tempdir().unwrap(), "-----BEGIN CERTIFICATE-----\n");
    let certificate = format!("{start}AAAA\n-----END CERTIFICATE-----\n");
    for (broken, says) in [(&*certificate, "BadEncoding"), (start, "not in PEM"), ("", "no certificate")] {
        let ended = Worker::with(&["--ca", &file(&folder, "ca", broken)]).finish();
        assert!(ended.code == Some(2) && ended.stderr.contains(says), "{ended:?}");
    }
}

//! Twenty hosts that link to each other, three of them with certificates that are no good.

use std::fs;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

use https_tests::authority::{Authority, Certified};
use https_tests::nginx::{Host, Nginx};
use https_tests::{crawled, url};
use test_tools::process::free_port;
use test_tools::watchdog::watched;

use super::records;

/// The hosts are 127.0.0.2 to 127.0.0.21.
const HOSTS: RangeInclusive<u8> = 2..=21;

/// The host whose page has links that lead nowhere.
const ODD: u8 = 7;

/// What the report says of the hosts without a good certificate.
const BROKEN: [(u8, &str); 3] = [
    (5, "the certificate expired on 2001-01-01T00:00:00Z"),
    (12, "the certificate is for 127.0.0.99, not for 127.0.0.12"),
    (21, "the certificate's issuer is unknown; `--ca FILE` adds one"),
];

/// The crawl by https equals that by http but for the broken certificates. A check lists these and the broken links.
#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn what_is_broken_on_purpose_is_broken_and_nothing_else() {
    let (authority, port) = (Authority::new("The tests' authority"), free_port());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |host| SocketAddr::from(([127, 0, 0, host], port));
    let root = |host: u8| folder.path().join(host.to_string());
    let certified: Vec<_> = HOSTS.map(|host| certified(&authority, host)).collect();
    HOSTS.for_each(|host| write_pages(&root(host), host, port));
    let serve = |is_secure: bool| {
        let tls = |certified| is_secure.then_some((certified, "TLSv1.2 TLSv1.3"));
        let hosts = HOSTS.zip(&certified);
        let hosts =
            hosts.map(|(host, certified)| Host { address: at(host), root: root(host), tls: tls(certified) });
        Nginx::start(&hosts.collect::<Vec<_>>())
    };
    let crawl = |scheme| {
        let roots = HOSTS.map(|host| url(scheme, at(host), "/"));
        records(&crawled(roots, &authority.pem(), |_| {}), port)
    };
    let nginx = serve(false);
    let mut plain = crawl("http");
    assert_eq!(plain.len(), 41, "{plain:#?}");
    drop(nginx);
    let _nginx = serve(true);
    let mut secure = crawl("https");
    for (host, says) in BROKEN {
        let of_host = format!("http://127.0.0.{host}:0/");
        plain.retain(|record| !record["url"].as_str().expect("a URL").starts_with(&of_host));
        let index = secure.iter().position(|record| record["url"] == of_host).expect("a record");
        let error = secure.remove(index)["error"].take();
        assert_eq!(error["kind"], "tls", "{error}");
        assert_eq!(error["message"], format!("no secure connection while securing (try 1): {says}"));
    }
    assert_eq!(secure, plain);

    let ca = folder.path().join("ca.pem");
    fs::write(&ca, authority.pem()).expect("a file");
    let mut program = Command::new(env!("CARGO_BIN_EXE_https-tests"));
    program.args(["--check", "--fragments", "--ca"]).arg(&ca);
    program.args(HOSTS.map(|host| url("https", at(host), "/").to_string()));
    let output = watched(move || program.output().expect("it starts"));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut broken: Vec<_> = text.lines().filter(|line| line.starts_with("https://")).collect();
    broken.sort_unstable();
    let links =
        BROKEN.map(|(host, _)| (host, "/")).into_iter().chain([(ODD, "/gone.html"), (ODD, "/own.html#no")]);
    let mut expected: Vec<_> = links.map(|(host, path)| url("https", at(host), path).to_string()).collect();
    expected.sort_unstable();
    assert_eq!(
        (output.status.code(), broken),
        (Some(3), expected.iter().map(String::as_str).collect()),
        "{text}"
    );
}

fn certified(authority: &Authority, host: u8) -> Certified {
    let name = format!("127.0.0.{host}");
    match host {
        5 => authority.issue_for_years(&[&name], 2000, 2001),
        12 => authority.issue(&["127.0.0.99"]),
        21 => Authority::new("Another authority").issue(&[&name]),
        _ => authority.issue(&[&name]),
    }
}

/// Writes a page that links to all other hosts and to a second page, to which no other one links.
fn write_pages(root: &Path, host: u8, port: u16) {
    fs::create_dir(root).expect("a folder");
    // Without the scheme, so that the pages are equal.
    let links =
        HOSTS.filter(|other| *other != host).map(|other| format!("<a href=//127.0.0.{other}:{port}/>"));
    let links: String = links.collect();
    let odd = if host == ODD { "<a href=gone.html><a href=own.html#no><a href=own.html#yes>" } else { "" };
    fs::write(root.join("index.html"), links + "<a href=own.html>" + odd).expect("a file");
    fs::write(root.join("own.html"), format!("<p id=yes>the page of {host}")).expect("a file");
}

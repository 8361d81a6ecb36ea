//! Twenty hosts that link to each other, three of them with certificates that are no good.

use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use https_tests::authority::{Authority, Certified};
use https_tests::crawled;
use https_tests::nginx::{Host, Nginx};
use https_tests::process::free_port;
use serde_json::Value;
use test_tools::watchdog::watched;
use url::Url;

use super::{records, url};

/// The hosts are 127.0.0.2 to 127.0.0.21.
const HOSTS: std::ops::RangeInclusive<u8> = 2..=21;

/// The host whose page has links that lead nowhere.
const ODD: u8 = 7;

/// What the report says of the hosts without a good certificate.
const BROKEN: [(u8, &str); 3] = [
    (5, "the certificate expired on 2001-01-01T00:00:00Z"),
    (12, "the certificate is for 127.0.0.99, not for 127.0.0.12"),
    (21, "the certificate's issuer is unknown; `--ca FILE` adds one"),
];

#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn a_host_without_a_good_certificate_is_an_error_and_the_others_are_as_by_http() {
    let (authority, port) = (Authority::default(), free_port());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let certified: Vec<_> = HOSTS.map(|host| certified(&authority, host)).collect();
    HOSTS.for_each(|host| write_pages(&folder.path().join(host.to_string()), host, port));
    let [plain, mut secure] = ["http", "https"].map(|scheme| {
        let host = |(host, certified)| Host {
            address: address(host, port),
            root: folder.path().join(host.to_string()),
            tls: (scheme == "https").then_some((certified, "TLSv1.2 TLSv1.3")),
        };
        let hosts: Vec<_> = HOSTS.zip(&certified).map(host).collect();
        let _nginx = Nginx::start(&hosts);
        let roots = HOSTS.map(|host| url(scheme, address(host, port), "/"));
        records(&crawled(roots, &authority.pem(), |_| {}), port, port)
    });
    assert_eq!(plain.len(), 41, "{plain:#?}");

    for (host, says) in BROKEN {
        let root = url("http", address(host, port), "/");
        let index = secure.iter().position(|record| record["url"] == root.as_str()).expect("a record");
        let record = secure.remove(index);
        assert_eq!(record["error"]["kind"], "tls", "{record}");
        let message = format!("no secure connection while securing (try 1): {says}");
        assert_eq!(record["error"]["message"], message);
    }
    assert_eq!(secure, plain.into_iter().filter(|record| !is_lost(record, port)).collect::<Vec<_>>());
}

#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn a_check_lists_what_is_broken_on_purpose_and_nothing_else() {
    let (authority, port) = (Authority::default(), free_port());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let certified: Vec<_> = HOSTS.map(|host| certified(&authority, host)).collect();
    let host = |(host, certified)| {
        let root = folder.path().join(format!("{host}"));
        write_pages(&root, host, port);
        Host { address: address(host, port), root, tls: Some((certified, "TLSv1.3")) }
    };
    let hosts: Vec<_> = HOSTS.zip(&certified).map(host).collect();
    let _nginx = Nginx::start(&hosts);
    let ca = folder.path().join("ca.pem");
    fs::write(&ca, authority.pem()).expect("a file");

    let mut program = Command::new(env!("CARGO_BIN_EXE_https-tests"));
    program.args(["--check", "--fragments", "--ca"]).arg(&ca);
    program.args(HOSTS.map(|host| url("https", address(host, port), "/").to_string()));
    let output = watched(move || program.output().expect("it starts"));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let broken: Vec<_> = text.lines().filter(|line| line.starts_with("https://")).collect();
    let root = |host| url("https", address(host, port), "/");
    let own = root(ODD);
    let expected = [
        root(5),
        own.join("gone.html").expect("a URL"),
        own.join("own.html#no").expect("a URL"),
        root(12),
        root(21),
    ];
    let expected: BTreeSet<_> = expected.iter().map(Url::as_str).collect();
    assert_eq!(broken.iter().copied().collect::<BTreeSet<_>>(), expected, "{text}");
    assert_eq!((output.status.code(), broken.len()), (Some(3), 5), "{text}");
}

fn address(host: u8, port: u16) -> SocketAddr {
    ([127, 0, 0, host], port).into()
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

/// Returns whether a page is of a host without a good certificate.
fn is_lost(record: &Value, port: u16) -> bool {
    let url = record["url"].as_str().expect("a URL");
    BROKEN.iter().any(|(host, _)| url.starts_with(&format!("http://127.0.0.{host}:{port}/")))
}

//! Twenty hosts that link to each other, three of them with certificates that are no good.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use https_tests::authority::{Authority, Certified};
use https_tests::crawled;
use https_tests::nginx::{Host, Nginx};
use https_tests::process::free_port;
use serde_json::Value;

use super::{records, url};

/// The hosts are 127.0.0.2 to 127.0.0.21.
const HOSTS: std::ops::RangeInclusive<u8> = 2..=21;

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
    assert_eq!(plain.len(), 40, "{plain:#?}");

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
    fs::write(root.join("index.html"), links + "<a href=own.html>").expect("a file");
    fs::write(root.join("own.html"), format!("the page of {host}")).expect("a file");
}

/// Returns whether a page is of a host without a good certificate.
fn is_lost(record: &Value, port: u16) -> bool {
    let url = record["url"].as_str().expect("a URL");
    BROKEN.iter().any(|(host, _)| url.starts_with(&format!("http://127.0.0.{host}:{port}/")))
}

//! The crawl over https of servers that others wrote: nginx and OpenSSL, with the documentation of Python as the site.
#![cfg(target_os = "linux")]

mod hosts;
mod openssl;
mod program;

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use common::Report;
use https_tests::authority::Authority;
use https_tests::crawled;
use https_tests::nginx::{Host, Nginx};
use https_tests::process::free_port;
use serde_json::Value;
use test_tools::watchdog::until;
use url::Url;

/// The site, of about 500 pages, which the package python3-doc of Debian brings.
const PYTHON: &str = "/usr/share/doc/python3-doc/html";

/// Returns a free address of loopback.
fn address() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, free_port()).into()
}

/// Returns the folder of the site, where links lead to.
fn python() -> PathBuf {
    PathBuf::from(PYTHON).canonicalize().expect("python3-doc is installed")
}

fn url(scheme: &str, address: SocketAddr, path: &str) -> Url {
    Url::parse(&format!("{scheme}://{address}{path}")).expect("a URL")
}

/// Returns the records of a report as http at `port` would give them, without times.
fn records(report: &Report, from_port: u16, port: u16) -> Vec<Value> {
    let mut json = Vec::new();
    report.write_json("stage", &mut json).expect("a buffer takes all");
    let json = String::from_utf8(json).expect("JSON");
    // No page of Python's has either of the two in a URL of another host.
    let json =
        json.replace("https://127.", "http://127.").replace(&format!(":{from_port}/"), &format!(":{port}/"));
    let mut json: Value = serde_json::from_str(&json).expect("JSON");
    let records = json["records"].as_array_mut().expect("records");
    for record in &mut *records {
        record["elapsed_ms"].take();
    }
    records.clone()
}

#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn a_site_of_nginx_gives_the_same_report_by_https_as_by_http() {
    let authority = Authority::default();
    let certified = authority.issue(&["127.0.0.1"]);
    let host = |tls| Host { address: address(), root: python(), tls };
    let plain = host(None);
    let http = plain.address.port();
    for version in ["TLSv1.2", "TLSv1.3"] {
        let secure = host(Some((&certified, version)));
        let https = secure.address.port();
        let plain = Host { address: plain.address, root: python(), tls: None };
        let roots = [url("http", plain.address, "/"), url("https", secure.address, "/")];
        let nginx = Nginx::start(&[plain, secure]);
        let [plain, secure] = roots.map(|root| crawled([root], &authority.pem(), |_| {}));
        let expected = records(&plain, http, http);
        assert!(expected.len() > 400, "{:?}", plain.summary());
        assert_eq!(records(&secure, https, http), expected, "{version}");

        let logged = || nginx.logged().into_iter().filter(|logged| logged.version != "-");
        assert!(until(|| logged().count() == expected.len()), "{}", logged().count());
        assert!(logged().all(|logged| logged.version == version));
        let connections: BTreeSet<_> = logged().map(|logged| logged.connection).collect();
        assert!(connections.len() <= 10, "each task needs one: {connections:?}");
    }
}

//! The crawl over https of nginx, with the documentation of Python as the site.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};

use https_tests::authority::Authority;
use https_tests::nginx::Nginx;
use https_tests::{crawled, url};
use serde_json::Value;
use test_tools::process::free_port;
use test_tools::watchdog::until;

/// The site, of about 500 pages, which the package python3-doc of Debian brings.
const PYTHON: &str = "/usr/share/doc/python3-doc/html";

/// Crawls the site. Returns its records as http at port 0 would give them, without times.
fn crawl(scheme: &str, address: SocketAddr, authority: &Authority) -> Vec<Value> {
    let report = crawled([url(scheme, address, "/")], &authority.pem(), |_| {});
    let mut json = Vec::new();
    report.write_json("stage", &mut json).expect("a buffer takes all");
    // No page of Python's has such a URL.
    let json = String::from_utf8(json)
        .expect("JSON")
        .replace(&format!("{scheme}://{address}/"), "http://127.0.0.1:0/");
    let mut json: Value = serde_json::from_str(&json).expect("JSON");
    let records = json["records"].as_array_mut().expect("records");
    records.iter_mut().for_each(|record| drop(record["elapsed_ms"].take()));
    std::mem::take(records)
}

#[test]
#[ignore = "needs nginx and python3-doc"]
fn a_site_of_nginx_gives_the_same_report_by_https_as_by_http() {
    let authority = Authority::new("The tests' authority");
    let certified = authority.issue(&["127.0.0.1"]);
    // Links lead to other folders.
    let python = fs::canonicalize(PYTHON).expect("python3-doc is installed").display().to_string();
    for version in ["TLSv1.2", "TLSv1.3"] {
        let addresses = [(); 2].map(|()| SocketAddr::from((Ipv4Addr::LOCALHOST, free_port())));
        let nginx = Nginx::start(&python, addresses, &certified, version);
        let [plain, secure] = [("http", addresses[0]), ("https", addresses[1])]
            .map(|(scheme, address)| crawl(scheme, address, &authority));
        assert!(plain.len() > 400, "{}", plain.len());
        assert_eq!(secure, plain, "{version}");

        assert!(until(|| nginx.logged().len() == plain.len()), "{}", nginx.logged().len());
        let mut connections = BTreeMap::new();
        for (spoken, connection, is_resumed) in nginx.logged() {
            assert_eq!(spoken, version);
            connections.insert(connection, is_resumed);
        }
        assert!(connections.len() <= 10, "each task needs one: {connections:?}");
        assert!(
            connections.values().any(|is_resumed| *is_resumed),
            "no session was resumed: {connections:?}"
        );
    }
}

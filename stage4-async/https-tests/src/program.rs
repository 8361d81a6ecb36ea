//! The program: a root that names no scheme, and one that may not be fetched.

use std::fs;
use std::process::Command;

use practice_site::{Answer, Site};
use serde_json::Value;
use test_tools::socket::refusing;
use test_tools::watchdog::watched;

use crate::answers::page;
use crate::authority::Authority;
use crate::server::{End, server};

pub fn a_root_without_a_scheme_is_fetched_by_https_or_else_by_http(program: &'static str) {
    let [authority, other] = ["The tests' authority", "Another authority"].map(Authority::new);
    let https = server(authority.issue(&["127.0.0.1"]).config(13), |_| (page("hi"), End::Closed)).to_string();
    let site = Site::builder().page("/", Answer::links(["/a"])).page("/a", Answer::links([""; 0]));
    let site = site.start().expect("it starts");
    let http = site.address().to_string();
    let (_socket, none) = refusing();
    let none = none.to_string();
    for (authority, option, root, code, outcomes) in [
        (&authority, "--obey-robots", &https, 0, &["https 200"][..]),
        (&authority, "--max-pages=2", &http, 0, &["http 200", "http 200"]),
        (&authority, "--obey-robots", &http, 0, &["http 200", "http 200"]),
        (&authority, "--obey-robots", &none, 1, &["http connect"]),
        // What is not trusted over TLS is trusted even less without it.
        (&other, "--max-pages=2", &https, 1, &["https tls"]),
        (&authority, "--public-only", &format!("https://{https}"), 1, &["https not-public"]),
    ] {
        assert_eq!(
            crawled(program, authority, option, root),
            (Some(code), outcomes.join(", ")),
            "{option} {root}"
        );
    }
}

/// Returns the exit status, and of each record the scheme, and the error or the status.
fn crawled(program: &str, authority: &Authority, option: &str, root: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let ca = folder.path().join("ca.pem");
    fs::write(&ca, authority.pem()).expect("a file");
    let mut program = Command::new(program);
    program.args(["--quiet", "--format=json", "--max-tries=1", option, root, "--ca"]).arg(ca);
    let output = watched(move || program.output().expect("it starts"));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let outcomes = report["records"].as_array().expect("records").iter().map(|record| {
        let scheme = record["url"].as_str().and_then(|url| url.split(':').next()).expect("a URL");
        let error = record["error"]["kind"].as_str().map(str::to_owned);
        format!("{scheme} {}", error.unwrap_or_else(|| record["status"].to_string()))
    });
    assert_eq!(report["summary"]["unfinished"], 0, "{report}");
    (output.status.code(), outcomes.collect::<Vec<_>>().join(", "))
}

/// On a FIFO that gives no bytes, a read lasts for ever. Reading the certificates of a real system takes milliseconds.
#[cfg(unix)]
pub fn while_the_certificates_of_the_system_are_read_other_pages_are_fetched(program: &'static str) {
    let folder = tempfile::tempdir().expect("a folder");
    let certificates = folder.path().join("certificates");
    assert!(Command::new("mkfifo").arg(&certificates).status().expect("mkfifo").success());
    let site = Site::builder().page("/", Answer::links(["/a"])).page("/a", Answer::links([""; 0]));
    let site = site.start().expect("it starts");
    let mut program = Command::new(program);
    program.env("SSL_CERT_FILE", &certificates).args(["--max-tries=1", "--timeout=0.5"]);
    program.args([site.url("/").as_str(), &format!("https://{}", site.address())]);
    let output = watched(move || program.output().expect("it starts"));
    assert_eq!(site.answers(), 2, "the selector's thread reads the certificates");
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(report.contains("timed out while securing"), "{report}");
}

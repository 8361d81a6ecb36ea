//! The program: the certificates that it trusts.

use std::fs;
use std::process::Command;

use https_tests::authority::Authority;
use https_tests::server::{End, server};
use practice_site::{Answer, Site};
use serde_json::Value;
use test_tools::watchdog::watched;

#[test]
fn a_certificate_is_trusted_only_if_ca_names_its_authority() {
    let [authority, other] = ["The tests' authority", "Another authority"].map(Authority::new);
    let page = || ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi".to_owned(), End::Closed);
    let site = server(authority.issue(&["127.0.0.1"]).config(13), move |_| page());
    for (authority, code, status) in [(&authority, 0, Value::from(200)), (&other, 1, Value::Null)] {
        let folder = tempfile::tempdir().expect("a folder");
        let ca = folder.path().join("ca.pem");
        fs::write(&ca, authority.pem()).expect("a file");
        let mut program = Command::new(env!("CARGO_BIN_EXE_https-tests"));
        program
            .args(["--quiet", "--format=json", "--max-tries=1", &format!("https://{site}"), "--ca"])
            .arg(ca);
        let output = watched(move || program.output().expect("it starts"));
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        let record = &report["records"][0];
        assert_eq!((output.status.code(), &record["status"]), (Some(code), &status), "{report}");
        assert_eq!(record["error"]["kind"] == "tls", status.is_null(), "{report}");
    }
}

/// On a FIFO that gives no bytes, a read lasts for ever. Reading the certificates of a real system takes milliseconds.
#[cfg(unix)]
#[test]
fn while_the_certificates_of_the_system_are_read_other_pages_are_fetched() {
    let folder = tempfile::tempdir().expect("a folder");
    let certificates = folder.path().join("certificates");
    assert!(Command::new("mkfifo").arg(&certificates).status().expect("mkfifo").success());
    let site = Site::builder().page("/", Answer::links(["/a"])).page("/a", Answer::links([""; 0]));
    let site = site.start().expect("it starts");
    let mut program = Command::new(env!("CARGO_BIN_EXE_https-tests"));
    program.env("SSL_CERT_FILE", &certificates).args(["--max-tries=1", "--timeout=0.5"]);
    program.args([site.url("/").as_str(), &format!("https://{}", site.address())]);
    let output = watched(move || program.output().expect("it starts"));
    assert_eq!(site.answers(), 2, "the selector's thread reads the certificates");
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(report.contains("timed out while securing"), "{report}");
}

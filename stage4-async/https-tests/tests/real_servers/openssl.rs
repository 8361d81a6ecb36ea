//! OpenSSL's own server.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use common::Report;
use common::crawl::options::Hook;
use https_tests::authority::Authority;
use https_tests::crawled;
use https_tests::nginx::{Host, Nginx};
use https_tests::openssl::s_server;

use super::{address, python, records, url};

const HERE: &[&str] = &["127.0.0.1"];

/// It sends no length: each page ends with the end of TLS.
#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn the_pages_of_openssl_are_those_of_nginx() {
    let authority = Authority::default();
    let (certified, files) = (authority.issue(HERE), tempfile::tempdir().expect("a folder"));
    let plain = address();
    let _nginx = Nginx::start(&[Host { address: plain, root: python(), tls: None }]);
    // The URL and the size. The server takes a query for a part of the file's name, and has no 404.
    let found = |report: &Report, port| -> BTreeMap<_, _> {
        let records = records(report, port, 0).into_iter();
        let records = records.map(|record| (record["url"].to_string(), record["size"].to_string()));
        records.filter(|(url, _)| !url.contains('?')).collect()
    };
    let crawl = |root| crawled([root], &authority.pem(), |_| {});
    let expected = crawl(url("http", plain, "/index.html"));
    let missing = expected.records.iter().filter(|record| record.status == Some(404)).count();
    let expected = found(&expected, plain.port());
    assert!(expected.len() > 400, "{expected:?}");
    for version in ["-tls1_2", "-tls1_3"] {
        let (_server, address) = s_server(&certified, &["-WWW", version], &python(), files.path());
        let report = crawl(url("https", address, "/index.html"));
        assert_eq!(report.summary().errors, 0, "{report:?}");
        let found = found(&report, address.port());
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{version}");
        let differ = expected.iter().filter(|(url, size)| found[*url] != **size).count();
        assert!(differ <= missing, "{version}: {differ} sizes");
    }
}

/// The page that it makes says whether the session was resumed.
#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn a_session_is_resumed_where_openssl_allows_it() {
    let authority = Authority::default();
    let (certified, files) = (authority.issue(HERE), tempfile::tempdir().expect("a folder"));
    for (options, is_resumed) in [
        (&["-tls1_2"][..], true),
        (&["-tls1_2", "-no_ticket"], true),
        (&["-tls1_2", "-no_ticket", "-no_cache"], false),
        (&["-tls1_3"], true),
        (&["-tls1_3", "-no_ticket"], true),
        (&["-tls1_3", "-num_tickets", "0"], false),
    ] {
        let options = [&["-www"], options].concat();
        let (_server, address) = s_server(&certified, &options, files.path(), files.path());
        let pages = Arc::<Mutex<Vec<String>>>::default();
        let seen = Arc::clone(&pages);
        let report = crawled(
            (0..4).map(|page| url("https", address, &format!("/{page}"))),
            &authority.pem(),
            |options| {
                options.max_tasks = 1;
                options.on_response = Some(Hook::new(move |_, response| {
                    seen.lock().expect("no panic").push(String::from_utf8_lossy(&response.body).into_owned());
                }));
            },
        );
        assert_eq!(report.summary().pages, 4, "{options:?}: {report:?}");
        let pages = pages.lock().expect("no panic");
        let resumed: Vec<_> = pages.iter().map(|page| page.contains("\nReused, TLSv1.")).collect();
        assert_eq!(resumed, [false, is_resumed, is_resumed, is_resumed], "{options:?}: {pages:?}");
    }
}

/// The server ends in the middle of a file that has no end yet, a pipe, and has no time to end TLS.
#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn a_body_without_a_length_is_truncated_if_openssl_is_killed() {
    let authority = Authority::default();
    let (certified, files) = (authority.issue(HERE), tempfile::tempdir().expect("a folder"));
    let pipe = files.path().join("pipe.html");
    for version in ["-tls1_2", "-tls1_3"] {
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("it starts").success());
        let (server, address) = s_server(&certified, &["-WWW", version], files.path(), files.path());
        let writer = thread::spawn({
            let pipe = pipe.clone();
            move || {
                // Opens when the server does, after the handshake. A pipe takes less, so the server has sent some.
                let mut file = OpenOptions::new().write(true).open(pipe).expect("a pipe");
                file.write_all(&vec![b'a'; 1 << 20]).expect("the server reads");
                drop(server);
            }
        });
        let report = crawled([url("https", address, "/pipe.html")], &authority.pem(), |_| {});
        writer.join().expect("no panic");
        assert_eq!(report.records[0].failure().as_deref(), Some("truncated"), "{version}: {report:?}");
        fs::remove_file(&pipe).expect("it exists");
    }
}

//! The crawl over https of servers that others wrote: nginx, with the documentation of Python as the site, and OpenSSL.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::thread;

use https_tests::authority::{Authority, Certified};
use https_tests::nginx::Nginx;
use https_tests::{crawled, url};
use serde_json::Value;
use test_tools::process::{Process, free_port};
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
#[ignore = "needs nginx, openssl and python3-doc"]
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

/// The server answers only after a second handshake. It learns that there is none, and ends the connection.
#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn a_server_that_wants_another_handshake_is_told_that_there_is_none() {
    let authority = Authority::new("The tests' authority");
    let Certified { certificate, key } = authority.issue(&["127.0.0.1"]);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("server.pem"), certificate + &key).expect("a file");
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
    let mut command = Command::new("openssl");
    command.current_dir(&folder).args(["s_server", "-tls1_2", "-accept", &address.to_string()]);
    let mut server = Process(command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("openssl"));
    let (mut input, output) = (server.0.stdin.take().expect("a pipe"), server.0.stdout.take());
    let mut lines = BufReader::new(output.expect("a pipe")).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "ACCEPT"), "it listens");
    let asks = thread::spawn(move || {
        let is_asked = lines.any(|line| line.starts_with("GET / HTTP"));
        input.write_all(b"R\n").expect("it asks for another handshake");
        (is_asked, lines.count(), input)
    });
    let report = crawled([url("https", address, "/")], &authority.pem(), |_| {});
    let failure = report.records[0].failure();
    assert!(failure.as_ref().is_some_and(|failure| failure != "timeout"), "{report:?}");
    drop(server);
    assert!(asks.join().expect("no panic").0);
}

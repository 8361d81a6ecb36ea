//! The program, with a root that names no scheme.

use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

use https_tests::authority::Authority;
use https_tests::nginx::{Host, Nginx};
use https_tests::process::Process;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use test_tools::watchdog::watched;

use super::{address, url};

/// Starts the program with a report in JSON. Even where this test is a background job, Ctrl-C ends it.
fn start(arguments: &[&str]) -> Process {
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_https-tests"), "--quiet", "--format=json"]);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    Process(command.spawn().expect("it starts"))
}

/// Waits until the program ends. Returns its exit status and its report.
fn ended(mut process: Process) -> (Option<i32>, Value) {
    watched(move || {
        let (mut out, mut json) = (process.0.stdout.take().expect("it is piped"), String::new());
        out.read_to_string(&mut json).expect("UTF-8");
        let code = process.0.wait().expect("it is our child").code();
        (code, serde_json::from_str(&json).expect("a report"))
    })
}

/// Returns the URL of the first record, and its error's kind or its status.
fn first(report: &Value) -> (String, String) {
    let record = &report["records"][0];
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let error = &record["error"]["kind"];
    (text(&record["url"]), text(if error.is_null() { &record["status"] } else { error }))
}

#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn a_root_without_a_scheme_is_fetched_by_https_or_else_by_http() {
    let (authority, folder) = (Authority::default(), tempfile::tempdir().expect("a folder"));
    let certified = authority.issue(&["localhost"]);
    fs::write(folder.path().join("index.html"), "hi").expect("a file");
    let [ca, other] =
        [("ca.pem", &authority), ("other.pem", &Authority::new("Another authority"))].map(|(name, of)| {
            fs::write(folder.path().join(name), of.pem()).expect("a file");
            folder.path().join(name)
        });
    let [plain, secure] = [None, Some((&certified, "TLSv1.3"))].map(|tls| Host {
        address: address(),
        root: folder.path().to_owned(),
        tls,
    });
    let [http, https, none] = [plain.address, secure.address, address()].map(|address| address.port());
    let _nginx = Nginx::start(&[plain, secure]);
    for (ca, port, code, scheme, result) in [
        (&ca, https, 0, "https", "200"),
        (&ca, http, 0, "http", "200"),
        (&ca, none, 1, "http", "connect"),
        // What is not trusted over TLS is trusted even less without it.
        (&other, https, 1, "https", "tls"),
    ] {
        let root = format!("localhost:{port}");
        let (status, report) = ended(start(&["--ca", text(ca), "--max-tries=1", &root]));
        let expected = (format!("{scheme}://{root}/"), result.to_owned());
        assert_eq!((status, first(&report)), (Some(code), expected), "{report}");
    }
}

#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn public_only_refuses_loopback_by_https_as_by_http() {
    let address = address();
    for scheme in ["http", "https"] {
        let root = url(scheme, address, "/");
        let (status, report) = ended(start(&["--public-only", root.as_str()]));
        assert_eq!((status, first(&report)), (Some(1), (root.into(), "not-public".into())), "{report}");
    }
}

#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn ctrl_c_ends_a_handshake_that_stalls() {
    let listener = TcpListener::bind(address()).expect("the port is free");
    let root = url("https", listener.local_addr().expect("it is bound"), "/");
    let program = start(&["--timeout=1000", root.as_str()]);
    let id = i32::try_from(program.0.id()).expect("a process's number fits");
    let stalled = watched(move || {
        let (mut stream, _) = listener.accept().expect("the program connects");
        stream.read_exact(&mut [0; 100]).expect("the first message of the handshake");
        stream
    });
    kill(Pid::from_raw(id), Signal::SIGINT).expect("it is our child, and we have not waited for it yet");
    let (status, report) = ended(program);
    assert_eq!((status, &report["summary"]["unfinished"]), (Some(130), &1.into()), "{report}");
    drop(stalled);
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

//! The tools of web archives read what `--warc` writes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::fetch::http::Decoder;
use tempfile::tempdir;
use test_tools::socket::listener;

use crate::warc::{Killed, PAGES, PROGRAM, run, site};

/// Runs a command in `directory`, which must succeed. Returns what it prints.
#[track_caller]
fn succeed(directory: &Path, program: &str, arguments: &[&str]) -> String {
    let ended = Command::new(program).args(arguments).current_dir(directory).output();
    let ended = ended.unwrap_or_else(|error| panic!("{program} is needed: {error}"));
    let [stdout, stderr] = [&ended.stdout, &ended.stderr].map(|output| String::from_utf8_lossy(output));
    assert!(ended.status.success(), "{program} {arguments:?}: {stdout}{stderr}");
    stdout.into_owned()
}

/// Returns the status and the body of an answer of pywb, or `None` if there is none.
fn get(pywb: SocketAddr, path: &str) -> Option<(u16, Vec<u8>)> {
    let mut stream = TcpStream::connect(pywb).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {pywb}\r\n\r\n").ok()?;
    let (mut answer, mut decoder) = (Vec::new(), Decoder::new(1 << 20));
    stream.read_to_end(&mut answer).ok()?;
    let decoded = decoder.decode(&answer).ok()?.or_else(|| decoder.decode(b"").ok()?)?;
    Some((decoded.status, decoded.body))
}

#[test]
#[ignore = "needs Python, and installs warcio and pywb from its package index"]
fn warcio_finds_no_error_and_pywb_shows_what_the_server_sent() {
    let (temporary, site) = (tempdir().unwrap(), site());
    let directory = temporary.path();
    let mut command = Command::new(PROGRAM);
    let ended = run(&site, command.args(["--obey-robots", "--warc", "a.warc.gz"]).current_dir(directory));
    assert_eq!(ended.status.code(), Some(0));

    succeed(directory, "python3", &["-m", "venv", "tools"]);
    let tool = |name: &str| directory.join("tools/bin").join(name).to_str().expect("UTF-8").to_owned();
    succeed(directory, &tool("pip"), &["install", "--quiet", "warcio==1.8.1", "pywb==2.10.0"]);
    let checked = succeed(directory, &tool("warcio"), &["check", "-v", "a.warc.gz"]);
    // Three records of each page and of the robots.txt, and the first record.
    assert_eq!(checked.matches("digest pass").count(), 3 * (PAGES.len() + 1) + 1, "{checked}");
    let index = succeed(directory, &tool("warcio"), &["index", "-f", "warc-type", "a.warc.gz"]);
    assert_eq!(index.matches("response").count(), PAGES.len() + 1, "{index}");

    succeed(directory, &tool("wb-manager"), &["init", "pages"]);
    succeed(directory, &tool("wb-manager"), &["add", "pages", "a.warc.gz"]);
    let (_, pywb) = listener();
    let mut command = Command::new(tool("wayback"));
    command.args(["-b", "127.0.0.1", "-p", &pywb.port().to_string()]).current_dir(directory);
    let _server = Killed(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("pywb starts"));
    let start = Instant::now();
    while get(pywb, "/").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "pywb does not answer");
        sleep(Duration::from_millis(100));
    }
    for (path, status, _, body) in PAGES {
        // `id_` shows the page as it is, without pywb's own links.
        let shown = get(pywb, &format!("/pages/2026id_/{}", site.url(path)));
        assert_eq!(shown, Some((status, body.to_vec())), "{path}");
    }
}

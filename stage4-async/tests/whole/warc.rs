//! `--warc`: the archive that the program leaves.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use practice_site::{Answer, Site};
use tempfile::tempdir;
use test_tools::warc::WarcRecord;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_stage4-async");

/// Pages of every framing: the path, the status, the bytes on the wire, and the body without codings.
pub const PAGES: [(&str, u16, &[u8], &[u8]); 6] = [
    ("/", 200, b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=1><a href=2><a href=3><a href=4><a href=5>", b"<a href=1><a href=2><a href=3><a href=4><a href=5>"),
    ("/1", 200, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3;x=y\r\ntwo\r\n0\r\n\r\n", b"onetwo"),
    ("/2", 200, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xb3)\xb0\xab\xca,(HMQ(HLO\xb5\xd1/\xb0\x03\x00\xa3*1\xb9\x12\x00\x00\x00", b"<p>zipped page</p>"),
    ("/3", 302, b"HTTP/1.1 302 Found\r\nLocation: /1\r\nContent-Length: 0\r\n\r\n", b""),
    ("/4", 404, b"HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\n\x00\xff\r\n\x01", b"\x00\xff\r\n\x01"),
    ("/5", 200, b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", b""),
];

/// Starts a site of these pages.
pub fn site() -> Site {
    let pages = PAGES.map(|(path, _, wire, _)| (path, Answer::raw(wire)));
    let site = pages.into_iter().fold(Site::builder(), |site, (path, answer)| site.page(path, answer));
    site.start().expect("loopback has a free port")
}

/// Crawls the site with these arguments at the end of the command, and returns how the program ended.
pub fn run(site: &Site, command: &mut Command) -> Output {
    command.args(["--format=json", "--quiet", site.url("/").as_str()]).output().expect("the program starts")
}

/// Crawls the site, with an archive at `path`.
fn run_with(site: &Site, path: &Path, arguments: &[&str]) -> Output {
    run(site, Command::new(PROGRAM).args(arguments).arg("--warc").arg(path))
}

/// Returns the records of an archive, each of which is complete.
#[track_caller]
fn records(path: &Path) -> Vec<WarcRecord> {
    WarcRecord::all(&fs::read(path).expect("an archive"))
}

fn stderr(output: &Output) -> &str {
    str::from_utf8(&output.stderr).expect("UTF-8")
}

#[test]
fn a_response_has_the_bytes_that_the_server_sent() {
    let (directory, site) = (tempdir().unwrap(), site());
    let path = directory.path().join("a.warc");
    for strategy in ["async", "keep-alive", "https"] {
        let ended = run_with(&site, &path, &["--strategy", strategy]);
        assert_eq!((ended.status.code(), stderr(&ended)), (Some(0), ""));
        let mut responses = records(&path);
        responses.retain(|record| record.field("WARC-Type") == Some("response"));
        let mut found: Vec<_> = responses
            .iter()
            .map(|record| (record.field("WARC-Target-URI").unwrap(), &*record.block))
            .collect();
        found.sort_unstable();
        let urls = PAGES.map(|(path, ..)| site.url(path).to_string());
        let sent: Vec<_> =
            urls.iter().zip(PAGES).map(|(url, (_, _, wire, _))| (url.as_str(), wire)).collect();
        assert_eq!(found, sent, "{strategy}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn no_file_is_replaced_by_pages_or_by_the_report() {
    let (directory, site) = (tempdir().unwrap(), site());
    let path = directory.path().join("a.warc");
    let ended = run_with(&site, &path, &["--output", path.to_str().unwrap()]);
    assert_eq!((ended.status.code(), path.exists()), (Some(2), false));
    fs::write(&path, "old").unwrap();
    let ended = run_with(&site, &path, &[]);
    assert_eq!((ended.status.code(), site.connections()), (Some(1), 0));
    assert!(stderr(&ended).contains("a.warc: it exists"), "{}", stderr(&ended));
    assert_eq!(fs::read_to_string(path).unwrap(), "old");
}

/// The limit on the size of files is reached in the middle of a write, like the end of a disk.
#[cfg(unix)]
#[test]
fn without_room_the_crawl_ends_and_its_report_is_written() {
    let paths = (0..100).map(|number| format!("/{number}"));
    let site = Site::builder().page("/", Answer::links(paths.clone()));
    let site = paths.fold(site, |site, path| site.page(path, Answer::html("x".repeat(2000))));
    let (directory, site) = (tempdir().unwrap(), site.start().expect("loopback has a free port"));
    let path = directory.path().join("a.warc");
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$@\"";
    let ended = run(&site, Command::new("sh").args(["-c", script, "sh", PROGRAM, "--warc"]).arg(&path));
    let says = stderr(&ended);
    assert_eq!((ended.status.code(), says.lines().count()), (Some(1), 1), "{says}");
    assert!(says.contains("a.warc: File too large") && says.contains("the crawl has ended"), "{says}");
    let report = String::from_utf8(ended.stdout).unwrap();
    assert!(report.contains("\"unfinished\":") && !report.contains("\"unfinished\":0"), "{report}");
    let count = records(&path).len();
    assert!(count % 3 == 1 && (4..300).contains(&count), "whole pages behind the first record: {count}");
}

#[test]
fn a_crawl_that_is_killed_leaves_the_pages_so_far() {
    let site = Site::builder().page("/", Answer::links(["/a", "/held"])).page("/a", Answer::html("a"));
    let site = site.hold("/held").start().expect("loopback has a free port");
    let directory = tempdir().unwrap();
    let path = directory.path().join("a.warc");
    let mut command = Command::new(PROGRAM);
    command.args(["--max-tasks=1", site.url("/").as_str(), "--warc"]).arg(&path).stdout(Stdio::null());
    let mut program = Killed(command.stderr(Stdio::null()).spawn().expect("the program starts"));
    ::contract::wait_until(&site, |site| site.unanswered() == ["/held"]);
    program.0.kill().expect("it runs");
    program.0.wait().expect("it is our child");
    assert_eq!(records(&path).len(), 1 + 2 * 3);
}

/// A process that ends with the test.
pub struct Killed(pub Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

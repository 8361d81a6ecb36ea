//! `--warc`: the archive that the program leaves, and the tools of web archives that read it.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use ::contract::ANSWERS;
use common::fetch::http::Decoder;
use practice_site::{Answer, Site};
use tempfile::tempdir;
use test_tools::process::{Process, free_port, serving};

const PROGRAM: &str = env!("CARGO_BIN_EXE_stage4-async");

/// Crawls the site with these arguments at the end of the command, and returns how the program ended.
fn run(site: &Site, command: &mut Command) -> Output {
    command.args(["--format=json", "--quiet", site.url("/").as_str()]).output().expect("the program starts")
}

/// Returns the number of records of an archive, each of which is complete.
#[track_caller]
fn records(directory: &Path) -> usize {
    succeed(directory, "gzip", &["-dc", "a.warc.gz"]).matches("WARC/1.1\r\n").count()
}

/// Runs a command in `directory`, which must succeed. Returns what it prints.
#[track_caller]
fn succeed(directory: &Path, program: &str, arguments: &[&str]) -> String {
    let ended = Command::new(program).args(arguments).current_dir(directory).output();
    let ended = ended.unwrap_or_else(|error| panic!("{program} is needed: {error}"));
    let [stdout, stderr] = [&ended.stdout, &ended.stderr].map(|output| String::from_utf8_lossy(output));
    assert!(ended.status.success(), "{program} {arguments:?}: {stdout}{stderr}");
    stdout.into_owned()
}

/// Returns the answer of pywb.
fn get(pywb: SocketAddr, path: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(pywb).expect("it listens");
    let request = format!("GET {path} HTTP/1.0\r\nHost: {pywb}\r\nAccept-Encoding: gzip\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it answers");
    answer
}

/// Returns the status and the body of an answer.
fn decoded(answer: &[u8]) -> Option<(u16, Vec<u8>)> {
    let mut decoder = Decoder::new(1 << 20);
    let response = decoder.decode(answer).ok()?.or_else(|| decoder.decode(b"").ok()?)?;
    Some((response.status, response.body))
}

#[test]
fn no_file_is_replaced_by_pages_or_by_the_report() {
    let site = Site::builder().page("/", Answer::html("a")).start().expect("loopback has a free port");
    let directory = tempdir().unwrap();
    let path = directory.path().join("a.warc.gz");
    let ended = run(&site, Command::new(PROGRAM).arg("--warc").arg(&path).arg("--output").arg(&path));
    assert_eq!((ended.status.code(), path.exists()), (Some(2), false));
    fs::write(&path, "old").unwrap();
    let ended = run(&site, Command::new(PROGRAM).arg("--warc").arg(&path));
    assert_eq!((ended.status.code(), site.connections()), (Some(1), 0));
    let says = String::from_utf8(ended.stderr).unwrap();
    assert!(says.contains("a.warc.gz: it exists"), "{says}");
    assert_eq!(fs::read_to_string(path).unwrap(), "old");
}

#[test]
fn no_two_options_name_one_file_whatever_the_links_to_it() {
    let site = Site::builder().page("/", Answer::html("a")).start().expect("loopback has a free port");
    let directory = tempdir().unwrap();
    let [file, symbolic, folder] = ["file", "symbolic", "folder"].map(|name| directory.path().join(name));
    let exits = |command: &mut Command| run(&site, command).status.code();
    assert_eq!(exits(Command::new(PROGRAM).arg("--resume").arg(&file)), Some(0));
    let journal = fs::read(&file).unwrap();
    symlink(&file, &symbolic).unwrap();
    symlink(directory.path(), &folder).unwrap();
    for (one, other) in [("--output", "--resume"), ("--resume", "--warc"), ("--warc", "--output")] {
        for link in [&symbolic, &folder.join("file")] {
            let code = exits(Command::new(PROGRAM).arg(one).arg(link).arg(other).arg(&file));
            let is_kept = fs::read(&file).unwrap() == journal;
            assert_eq!((code, is_kept), (Some(2), true), "{one} {other} {link:?}");
        }
    }
}

/// The limit on the size of files is reached in the middle of a write, like the end of a disk.
#[test]
fn without_room_the_crawl_ends_and_its_report_is_written() {
    let paths = (0..100).map(|number| format!("/{number}"));
    let site = Site::builder().page("/", Answer::links(paths.clone()));
    let site = paths.fold(site, |site, path| site.page(path.clone(), Answer::html(path)));
    let (directory, site) = (tempdir().unwrap(), site.start().expect("loopback has a free port"));
    let path = directory.path().join("a.warc.gz");
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$@\"";
    let ended = run(&site, Command::new("sh").args(["-c", script, "sh", PROGRAM, "--warc"]).arg(&path));
    let says = String::from_utf8(ended.stderr).unwrap();
    assert_eq!((ended.status.code(), says.lines().count()), (Some(1), 1), "{says}");
    assert!(says.contains("a.warc.gz: File too large") && says.contains("the crawl has ended"), "{says}");
    let report = String::from_utf8(ended.stdout).unwrap();
    assert!(report.contains("\"unfinished\":") && !report.contains("\"unfinished\":0"), "{report}");
    let count = records(directory.path());
    assert!(count % 3 == 1 && (4..300).contains(&count), "whole pages behind the first record: {count}");
}

#[test]
fn a_crawl_that_is_killed_leaves_the_pages_so_far() {
    let site = Site::builder().page("/", Answer::links(["/a", "/held"])).page("/a", Answer::html("a"));
    let site = site.hold("/held").start().expect("loopback has a free port");
    let directory = tempdir().unwrap();
    let path = directory.path().join("a.warc.gz");
    let mut command = Command::new(PROGRAM);
    command.args(["--max-tasks=1", site.url("/").as_str(), "--warc"]).arg(&path);
    let program = Process(command.stderr(Stdio::null()).spawn().expect("the program starts"));
    ::contract::wait_until(&site, |site| site.unanswered() == ["/held"]);
    drop(program);
    assert_eq!(records(directory.path()), 1 + 2 * 3);
}

#[test]
#[ignore = "needs Python, and installs warcio and pywb from its package index"]
fn warcio_finds_no_error_and_pywb_shows_what_the_server_sent() {
    let site =
        ANSWERS.into_iter().fold(Site::builder(), |site, (path, _, wire)| site.page(path, Answer::raw(wire)));
    let (temporary, site) = (tempdir().unwrap(), site.start().expect("loopback has a free port"));
    let directory = temporary.path();
    let ended = run(&site, Command::new(PROGRAM).args(["--warc", "a.warc.gz"]).current_dir(directory));
    assert_eq!(ended.status.code(), Some(0));

    succeed(directory, "python3", &["-m", "venv", "tools"]);
    let tool = |name: &str| directory.join("tools/bin").join(name).to_str().expect("UTF-8").to_owned();
    succeed(directory, &tool("pip"), &["install", "--quiet", "warcio==1.8.1", "pywb==2.10.0"]);
    let checked = succeed(directory, &tool("warcio"), &["check", "-v", "a.warc.gz"]);
    // Three records of each page, and the first record.
    assert_eq!(checked.matches("digest pass").count(), 3 * ANSWERS.len() + 1, "{checked}");

    succeed(directory, &tool("wb-manager"), &["init", "pages"]);
    succeed(directory, &tool("wb-manager"), &["add", "pages", "a.warc.gz"]);
    let pywb = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
    let mut command = Command::new(tool("wayback"));
    command.args(["-b", "127.0.0.1", "-p", &pywb.port().to_string()]).current_dir(directory);
    let _server = serving(command, &[pywb], &directory.join("pywb.log"));
    for (path, _, wire) in ANSWERS {
        // `id_` shows the page as it is, without pywb's own links.
        let shown = get(pywb, &format!("/pages/2026id_/{}", site.url(path)));
        assert_eq!(decoded(&shown), decoded(wire), "{path}");
    }
}

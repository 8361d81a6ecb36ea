//! `--warc`: the archive that the program leaves, and a tool of web archives that reads it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use ::contract::ANSWERS;
use practice_site::{Answer, Site};
use tempfile::tempdir;
use test_tools::process::Process;

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

#[test]
fn no_file_is_replaced_by_pages_and_no_two_options_name_one_file() {
    let site = Site::builder().page("/", Answer::html("a")).start().expect("loopback has a free port");
    let directory = tempdir().unwrap();
    let [file, none, hard, symbolic, folder] =
        ["file", "none", "hard", "symbolic", "folder"].map(|name| directory.path().join(name));
    fs::write(&file, "old").unwrap();
    fs::hard_link(&file, &hard).unwrap();
    symlink(&file, &symbolic).unwrap();
    symlink(directory.path(), &folder).unwrap();
    let [file_behind, none_behind] = ["file", "none"].map(|name| folder.join(name));
    for (one, other) in [("--output", "--resume"), ("--resume", "--warc"), ("--warc", "--output")] {
        let links = [
            (&none, &none),
            (&file, &hard),
            (&file, &symbolic),
            (&file, &file_behind),
            (&none, &none_behind),
        ];
        for (path, link) in links {
            let ended = run(&site, Command::new(PROGRAM).arg(one).arg(link).arg(other).arg(path));
            assert_eq!(ended.status.code(), Some(2), "{one} {other} {link:?}: {ended:?}");
        }
    }
    let ended = run(&site, Command::new(PROGRAM).arg("--warc").arg(&file));
    let says = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.code() == Some(1) && says.contains("file: it exists"), "{says}");
    assert_eq!(fs::read_to_string(file).unwrap(), "old");
    assert!(!none.exists() && site.connections() == 0);
}

/// Each chunk of one byte has an extension of 4,000 bytes.
#[test]
fn an_answer_that_is_kept_in_part_is_counted() {
    let chunks = format!("1;{}\r\nx\r\n", "e".repeat(4000)).repeat(20);
    let long = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}0\r\n\r\n");
    let site = Site::builder().page("/", Answer::links(["/long"])).page("/long", Answer::raw(long));
    let (directory, site) = (tempdir().unwrap(), site.start().expect("loopback has a free port"));
    let path = directory.path().join("a.warc.gz");
    let ended = run(&site, Command::new(PROGRAM).arg("--max-body=100").arg("--warc").arg(&path));
    let report = String::from_utf8(ended.stdout).unwrap();
    assert!(report.contains("\"truncated_in_archive\":1,"), "{report}");
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
#[ignore = "needs Python, and installs warcio from its package index"]
fn warcio_finds_no_error() {
    let site =
        ANSWERS.into_iter().fold(Site::builder(), |site, (path, _, wire)| site.page(path, Answer::raw(wire)));
    let (temporary, site) = (tempdir().unwrap(), site.start().expect("loopback has a free port"));
    let directory = temporary.path();
    let ended = run(&site, Command::new(PROGRAM).args(["--warc", "a.warc.gz"]).current_dir(directory));
    assert_eq!(ended.status.code(), Some(0));
    succeed(directory, "python3", &["-m", "venv", "tools"]);
    succeed(directory, "tools/bin/pip", &["install", "--quiet", "warcio==1.8.1"]);
    let checked = succeed(directory, "tools/bin/warcio", &["check", "-v", "a.warc.gz"]);
    // Three records of each page, and the first record.
    assert_eq!(checked.matches("digest pass").count(), 3 * ANSWERS.len() + 1, "{checked}");
}

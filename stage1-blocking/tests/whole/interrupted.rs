//! An interrupt leaves threads behind that wait in the kernel, with their connections.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;

use practice_site::{Answer, Site};
use test_tools::watchdog::{receive, until};

/// A running program, which is killed when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that the program has ended, as it should.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_report_is_written_although_all_descriptors_are_in_use() {
    let paths: Vec<_> = (0..20).map(|page| format!("/{page}")).collect();
    let builder = Site::builder().page("/", Answer::links(&paths));
    let site = paths.iter().fold(builder, |builder, path| builder.hold(path)).start().unwrap();
    let report = std::env::temp_dir().join(format!("report-of-an-interrupted-crawl-{}", std::process::id()));
    let crawl = Command::new("sh")
        .args(["-c", "ulimit -n 12 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_stage1-blocking")])
        // Without the interrupt, all pages time out.
        .args(["--max-tasks=20", "--max-tries=1", "--timeout=10", site.url("/").as_str(), "--output"])
        .arg(&report)
        .stderr(Stdio::piped())
        .spawn();
    let mut crawl = Running(crawl.unwrap());
    let stderr = BufReader::new(crawl.0.stderr.take().unwrap());
    let (sender, lines) = channel();
    thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let line =
        receive(&lines).expect("a crawl with 20 workers and 12 descriptors lacks some, and says so at once");
    assert_eq!(line, "out of descriptors: fetches wait until one comes back");
    // Not SIGINT, which is ignored if the tests run in the background of a script.
    let id = crawl.0.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &id]).status().unwrap().success());
    // The end of its stderr is its own.
    while let Some(line) = receive(&lines) {
        println!("{line}");
    }
    let status = until(|| crawl.0.try_wait().unwrap().is_some()).then(|| crawl.0.wait().unwrap().code());
    assert_eq!(status, Some(Some(130)), "the interrupt ends the crawl");
    let text = fs::read_to_string(&report).unwrap();
    fs::remove_file(&report).unwrap();
    assert!(text.ends_with("interrupted: 20 URLs found, but not fetched\n"), "{text}");
}

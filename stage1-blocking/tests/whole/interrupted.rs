//! An interrupt leaves threads behind that wait in the kernel, with their connections.

#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use contract::wait_until;
use practice_site::{Answer, Site};
use test_tools::watchdog::watched;

#[test]
fn the_report_is_written_although_threads_that_are_left_behind_hold_descriptors() {
    let paths: Vec<_> = (0..20).map(|page| format!("/{page}")).collect();
    let builder = Site::builder().page("/", Answer::links(&paths));
    let site = paths.iter().fold(builder, |builder, path| builder.hold(path)).start().unwrap();
    let report = std::env::temp_dir().join(format!("report-of-an-interrupted-crawl-{}", std::process::id()));
    let mut crawl = Command::new("sh")
        .args(["-c", "ulimit -n 40 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_stage1-blocking")])
        .args(["--max-tasks=20", site.url("/").as_str(), "--output"])
        .arg(&report)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until(&site, |site| site.unanswered().len() == 16);
    // Not SIGINT, which is ignored if the tests run in the background of a script.
    assert!(Command::new("kill").arg(crawl.id().to_string()).status().unwrap().success());
    let (code, said) = watched(move || {
        let mut said = String::new();
        crawl.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (crawl.wait().unwrap().code(), said)
    });
    assert_eq!(code, Some(130), "the interrupt ends the crawl");
    let capped = "stage1-blocking: at most 16 requests in flight, because of the limit of 40 descriptors";
    assert_eq!(said.lines().next(), Some(capped));
    let text = fs::read_to_string(&report).unwrap();
    fs::remove_file(&report).unwrap();
    assert!(text.ends_with("interrupted: 20 URLs found, but not fetched\n"), "{text}");
}

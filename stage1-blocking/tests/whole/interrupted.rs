//! An interrupt leaves threads behind that wait in the kernel, with their connections.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use practice_site::{Answer, Site};
use test_tools::watchdog::watched;

#[test]
fn the_report_is_written_although_all_descriptors_are_in_use() {
    let paths: Vec<_> = (0..20).map(|page| format!("/{page}")).collect();
    let builder = Site::builder().page("/", Answer::links(&paths));
    let site = paths.iter().fold(builder, |builder, path| builder.hold(path)).start().unwrap();
    let report = std::env::temp_dir().join(format!("report-of-an-interrupted-crawl-{}", std::process::id()));
    let mut crawl = Command::new("sh")
        .args(["-c", "ulimit -n 12 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_stage1-blocking")])
        // Without the interrupt, all pages time out, and the crawl ends.
        .args(["--max-tasks=20", "--max-tries=1", "--timeout=10", site.url("/").as_str(), "--output"])
        .arg(&report)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let code = watched(move || {
        let mut lines = BufReader::new(crawl.stderr.take().unwrap()).lines();
        let line = lines.next().expect("a crawl with 20 workers and 12 descriptors lacks some, and says so");
        assert_eq!(line.unwrap(), "out of descriptors: fetches wait until one comes back");
        // Not SIGINT, which is ignored if the tests run in the background of a script.
        assert!(Command::new("kill").arg(crawl.id().to_string()).status().unwrap().success());
        lines.for_each(|line| println!("{}", line.unwrap()));
        crawl.wait().unwrap().code()
    });
    assert_eq!(code, Some(130), "the interrupt ends the crawl");
    let text = fs::read_to_string(&report).unwrap();
    fs::remove_file(&report).unwrap();
    assert!(text.ends_with("interrupted: 20 URLs found, but not fetched\n"), "{text}");
}

//! The child processes: what happens to a page when its child ends, and to a child when its parent ends.

#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::Options;
use contract::wait_until;
use practice_site::{Answer, Site};
use serde_json::Value;
use stage1_blocking::strategies::processes;

#[test]
fn a_page_whose_child_ends_at_once_is_an_error() {
    let site = Site::builder().page("/", Answer::html("")).start().expect("a socket");
    let report =
        processes::crawl(Path::new("true"), Options::new([site.url("/")]).into()).expect("a process");
    let kinds: Vec<_> = report.records.iter().filter_map(|record| record.failure()).collect();
    assert_eq!((kinds, report.unfinished, site.connections()), (vec!["connect".to_owned()], 0, 0));
}

fn site() -> Site {
    let pages = Site::builder().page("/", Answer::links(["/held", "/other"])).hold("/held");
    ["/held", "/other"].iter().fold(pages, |site, page| site.page(*page, Answer::html(""))).start().unwrap()
}

/// Starts a crawl with one child, which waits for the held page.
fn begin(site: &Site) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stage1-blocking"));
    command.args(["--strategy=processes", "--max-tasks=1", "--format=json", site.url("/").as_str()]);
    let parent = command.stdout(Stdio::piped()).spawn().unwrap();
    wait_until(site, |site| site.unanswered() == ["/held"]);
    parent
}

fn run(program: &str, arguments: [&str; 3]) {
    assert!(Command::new(program).args(arguments).status().unwrap().success());
}

#[test]
fn the_page_of_a_killed_child_is_fetched_by_another_one() {
    let site = site();
    let parent = begin(&site);
    run("pkill", ["-KILL", "-P", &parent.id().to_string()]);
    wait_until(&site, |site| site.hits("/held") == 2);
    site.release("/held");
    let output = parent.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let tries = [0, 1, 2].map(|index| report["records"][index]["tries"].as_u64());
    assert_eq!((tries, output.status.code()), ([Some(1), Some(2), Some(1)], Some(0)));
}

#[test]
fn no_child_outlives_a_killed_parent() {
    let site = site();
    let mut parent = begin(&site);
    parent.kill().unwrap();
    parent.wait().unwrap();
    wait_until(&site, |site| site.open() == 0);
}

#[test]
fn a_page_is_unfinished_if_its_child_and_the_parent_are_interrupted() {
    let site = site();
    let parent = begin(&site);
    run("pkill", ["-TERM", "-P", &parent.id().to_string()]);
    run("kill", ["-s", "TERM", &parent.id().to_string()]);
    let output = parent.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((report["summary"]["unfinished"].as_u64(), output.status.code()), (Some(2), Some(130)));
    assert_eq!(report["records"].as_array().unwrap().len(), 1);
}

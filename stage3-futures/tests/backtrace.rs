//! Where an error is noticed, the stack tells which futures wait for which: it is that of their
//! polls, and not that of the calls that made them.

mod tools;

use std::backtrace::BacktraceStatus;
use std::env;
use std::process::Command;

use common::site::{Answer, Site};
use common::{Options, Phase};
use stage3_futures::crawl;
use tools::watched;

#[test]
fn the_backtrace_of_an_error_holds_the_fetch_and_the_worker_that_waits_for_it() {
    // Whether backtraces are on is read once in a process, so another one has to look.
    let program = env::current_exe().unwrap();
    let mut command = Command::new(program);
    command.args(["--ignored", "--exact", "in_a_process_with_backtraces"]).env("RUST_BACKTRACE", "1");
    let run = watched(move || command.output().unwrap());
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    assert!(String::from_utf8_lossy(&run.stdout).contains("1 passed"));
}

#[test]
#[ignore = "the test above runs it, with RUST_BACKTRACE=1"]
fn in_a_process_with_backtraces() {
    let site = Site::builder()
        .page("/", Answer::links(["/broken"]))
        .page("/broken", Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: many\r\n\r\n"))
        .start()
        .unwrap();
    let report = crawl(&Options::new([site.url("/")])).unwrap();
    let error = report.record(&site.url("/broken")).unwrap().error.as_ref().unwrap();

    assert_eq!(error.backtrace.status(), BacktraceStatus::Captured);
    let backtrace = error.backtrace.to_string();
    // The innermost future is first. What the fetch has done before is no frame any more, but who
    // waits for it is one still.
    let mut rest = backtrace.as_str();
    for frame in ["fetch::Receive as", "fetch::Fetch as", "crawl::Work as", "Executor::run_until_complete"] {
        let found = rest.find(frame);
        rest = &rest[found.unwrap_or_else(|| panic!("no {frame} where it should be in\n{backtrace}"))..];
    }
    assert_eq!((error.url.path(), error.phase, error.tries), ("/broken", Phase::Decoding, 1));
}

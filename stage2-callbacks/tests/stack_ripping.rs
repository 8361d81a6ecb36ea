//! Stack ripping: where an error is noticed, the stack no longer tells how the program came there.

use std::backtrace::BacktraceStatus;
use std::env;
use std::process::Command;

use common::site::{Answer, Site};
use common::{Options, Phase};
use stage2_callbacks::crawl;

#[test]
fn the_backtrace_of_an_error_holds_the_loop_and_the_callback_and_nobody_who_led_there() {
    // Whether backtraces are on is read once in a process, so another one has to look.
    let program = env::current_exe().unwrap();
    let run = Command::new(program)
        .args(["--ignored", "--exact", "in_a_process_with_backtraces"])
        .env("RUST_BACKTRACE", "1")
        .output()
        .unwrap();
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
    for frame in ["Reactor::run", "Reactor::turn", "Fetcher::readable"] {
        assert!(backtrace.contains(frame), "no {frame} in\n{backtrace}");
    }
    // Who started the fetch and what it did before are gone.
    for frame in ["::fetch::fetch", "Fetcher::start", "Fetcher::connected", "Crawl::start", "Crawl::put"] {
        assert!(!backtrace.contains(frame), "{frame} in\n{backtrace}");
    }
    // What the stack has forgotten, the error has kept.
    assert_eq!((error.url.path(), error.phase, error.tries), ("/broken", Phase::Decoding, 1));
}

//! What the stages' tests of backtraces share. The frames that they expect are each stage's own.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::env;
use std::process::Command;

use common::crawl::strategy::Crawl;
use common::{FetchError, Options, Phase, Services};
use practice_site::{Answer, Site};

use super::running::Running;

/// Checks the backtrace of the error of a page that does not parse. `test` is the name of the test that calls this.
///
/// A process reads `RUST_BACKTRACE` only once. So if backtraces are not switched on, the test runs again in another
/// process, where they are.
pub fn check_backtrace(crawl: Crawl, test: &str, check: impl FnOnce(&str)) {
    if Backtrace::capture().status() == BacktraceStatus::Captured {
        return check(&error_of_a_broken_page(crawl).backtrace.to_string());
    }
    let mut command = Command::new(env::current_exe().expect("a test has a program"));
    command.args(["--exact", test]).env("RUST_BACKTRACE", "1").env_remove("RUST_LIB_BACKTRACE");
    let run = command.output().expect("the program runs");
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && output.contains("1 passed"), "{output}");
}

/// Asserts that a backtrace has these frames, in this order.
pub fn assert_in_order(backtrace: &str, frames: &[&str]) {
    let mut rest = backtrace;
    for frame in frames {
        let found = rest.find(frame);
        rest = &rest[found.unwrap_or_else(|| panic!("no {frame} at its place in\n{backtrace}"))..];
    }
}

fn error_of_a_broken_page(crawl: Crawl) -> FetchError {
    let site = Site::builder()
        .page("/", Answer::links(["/broken"]))
        .page("/broken", Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: many\r\n\r\n"))
        .start()
        .expect("a socket");
    let report = Running::start(crawl, &site, Services::new(Options::new([site.url("/")]))).finish();
    let error = report.records.into_iter().find_map(|record| record.error).expect("an error");
    assert_eq!((error.url.path(), error.phase, error.tries), ("/broken", Phase::Decoding, 1));
    assert_eq!(error.backtrace.status(), BacktraceStatus::Captured);
    *error
}

//! What the stages' tests of backtraces share. The frames that they expect are each stage's own.

use std::backtrace::BacktraceStatus;
use std::env;
use std::process::Command;

use common::crawl::strategy::Crawl;
use common::{FetchError, Options, Phase};
use practice_site::{Answer, Site};

use super::running::Running;

/// Runs the ignored test `name` of this program in another process, with backtraces switched on.
///
/// A process reads `RUST_BACKTRACE` only once, so this one cannot switch them on.
///
/// # Panics
/// If the test fails.
pub fn run_with_backtraces(name: &str) {
    let program = env::current_exe().expect("a test has a program");
    let mut command = Command::new(program);
    command.args(["--ignored", "--exact", name]).env("RUST_BACKTRACE", "1").env_remove("RUST_LIB_BACKTRACE");
    let run = command.output().expect("the program runs");
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && output.contains("1 passed"), "{output}");
}

/// Returns the error of a page that does not parse, with its backtrace.
///
/// # Panics
/// If the error does not have the page's URL, phase and try.
pub fn error_of_a_broken_page(crawl: Crawl) -> FetchError {
    let site = Site::builder()
        .page("/", Answer::links(["/broken"]))
        .page("/broken", Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: many\r\n\r\n"))
        .start()
        .expect("a socket");
    let report = Running::start(crawl, &site, Options::new([site.url("/")])).finish();
    let error = report.records.into_iter().find_map(|record| record.error).expect("an error");
    assert_eq!((error.url.path(), error.phase, error.tries), ("/broken", Phase::Decoding, 1));
    assert_eq!(error.backtrace.status(), BacktraceStatus::Captured);
    *error
}

//! The program drains at SIGTERM, and ends at a second one.

use nix::sys::signal::Signal::SIGTERM;
use practice_site::Site;
use test_tools::watchdog::until;

use super::{site, wait_until};
use crate::tools::Worker;

/// Starts the program, and waits until it asks for the page that is held.
fn start(site: &Site) -> Worker {
    let program = Worker::with(&["--drain=60", "--max-tasks=1", site.url("/").as_str()]);
    wait_until(site, |site| site.unanswered() == ["/held"]);
    program
}

#[test]
fn sigterm_drains_the_crawl() {
    let site = site();
    let mut program = start(&site);
    program.signal(SIGTERM);
    // The program says so when it takes nothing more.
    let said = program.first_line();
    assert!(said.starts_with("work: ending"), "{said}");
    site.release("/held");
    let ended = program.finish();
    let report = ended.report();
    assert_eq!((ended.code, report["records"][1]["status"].as_u64()), (Some(130), Some(200)));
    assert_eq!((report["summary"]["unfinished"].as_u64(), site.requests()), (Some(2), 2));
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let site = site();
    let mut program = start(&site);
    // Many times, because two signals that are pending at once are one.
    let ends = || {
        program.signal(SIGTERM);
        program.has_ended()
    };
    assert!(until(ends), "the program was told to end again and again, and does not");
    assert_eq!(program.finish().code, Some(130));
}

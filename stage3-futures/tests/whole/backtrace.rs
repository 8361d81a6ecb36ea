//! Where an error is noticed, the stack shows which future waits for which: its frames are their polls,
//! and not the calls that made them.

use contract::{error_of_a_broken_page, run_with_backtraces};
use stage3_futures::crawl;

#[test]
fn the_backtrace_of_an_error_holds_the_fetch_and_the_worker_that_awaits_it() {
    run_with_backtraces("backtrace::in_a_process_with_backtraces");
}

#[test]
#[ignore = "the test above runs it, with RUST_BACKTRACE=1"]
fn in_a_process_with_backtraces() {
    let backtrace = error_of_a_broken_page(crawl).backtrace.to_string();
    // The innermost future is first. The steps that are over have no frame, but the futures that wait do.
    let frames = ["fetch::Receive as", "fetch::Fetch as", "crawl::Work as", "Executor::run_until_complete"];
    let mut rest = backtrace.as_str();
    for frame in frames {
        let found = rest.find(frame);
        rest = &rest[found.unwrap_or_else(|| panic!("no {frame} at its place in\n{backtrace}"))..];
    }
}

//! Where an error is noticed, the stack shows which future waits for which: its frames are their polls,
//! and not the calls that made them.

use contract::{assert_in_order, check_backtrace};
use stage3_futures::crawl;

#[test]
fn the_backtrace_of_an_error_holds_the_fetch_and_the_worker_that_awaits_it() {
    // The innermost future is first. The steps that are over have no frame, but the futures that wait do.
    let frames = ["fetch::Receive as", "fetch::Fetch as", "crawl::Work as", "Executor::run_until_complete"];
    let test = "backtrace::the_backtrace_of_an_error_holds_the_fetch_and_the_worker_that_awaits_it";
    check_backtrace(crawl, test, |backtrace| assert_in_order(backtrace, &frames));
}

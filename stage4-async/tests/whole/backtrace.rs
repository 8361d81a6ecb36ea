//! Where an error is noticed, the stack shows which future waits for which. In a backtrace, the poll of
//! an `async fn` is called a closure.

use contract::{assert_in_order, check_backtrace};
use stage4_async::crawl;

#[test]
fn the_backtrace_of_an_error_holds_the_fetch_and_the_worker_that_awaits_it() {
    // The innermost future is first. The steps that are over have no frame, but the futures that wait do.
    let frames = [
        "fetch::receive::{{closure}}",
        "fetch::fetch_once::{{closure}}",
        "fetch::fetch::{{closure}}",
        "::work::{{closure}}",
        "crawl_on::{{closure}}",
        "executor::block_on",
    ];
    let test = "backtrace::the_backtrace_of_an_error_holds_the_fetch_and_the_worker_that_awaits_it";
    check_backtrace(crawl, test, |backtrace| assert_in_order(backtrace, &frames));
}

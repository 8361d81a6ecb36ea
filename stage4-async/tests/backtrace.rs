//! Where an error is noticed, the stack tells which futures wait for which: to the compiler, each
//! `async fn` is a closure, and it is that which is polled.

use contract::{error_of_a_broken_page, run_with_backtraces};
use stage4_async::crawl;

#[test]
fn the_backtrace_of_an_error_holds_the_fetch_and_the_worker_that_waits_for_it() {
    run_with_backtraces("in_a_process_with_backtraces");
}

#[test]
#[ignore = "the test above runs it, with RUST_BACKTRACE=1"]
fn in_a_process_with_backtraces() {
    let backtrace = error_of_a_broken_page(crawl).backtrace.to_string();
    // The innermost future is first. What the fetch has done before is no frame any more, but who
    // waits for it is one still.
    let frames = [
        "fetch::receive::{{closure}}",
        "fetch::fetch_once::{{closure}}",
        "fetch::fetch::{{closure}}",
        "::work::{{closure}}",
        "crawl_on::{{closure}}",
        "executor::block_on",
    ];
    let mut rest = backtrace.as_str();
    for frame in frames {
        let found = rest.find(frame);
        rest = &rest[found.unwrap_or_else(|| panic!("no {frame} where it should be in\n{backtrace}"))..];
    }
}

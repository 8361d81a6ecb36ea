//! Stack ripping: where an error is noticed, the stack no longer shows how the program came there.
//! So the error itself carries its URL, its phase and its try.

use contract::{error_of_a_broken_page, run_with_backtraces};
use stage2_callbacks::crawl;

#[test]
fn the_backtrace_of_an_error_holds_only_the_loop_and_the_last_callback() {
    run_with_backtraces("stack_ripping::in_a_process_with_backtraces");
}

#[test]
#[ignore = "the test above runs it, with RUST_BACKTRACE=1"]
fn in_a_process_with_backtraces() {
    let backtrace = error_of_a_broken_page(crawl).backtrace.to_string();
    for frame in ["Reactor::run", "Reactor::turn", "Fetcher::readable"] {
        assert!(backtrace.contains(frame), "no {frame} in\n{backtrace}");
    }
    // The functions that started the fetch, and its earlier steps, are gone.
    for frame in ["::fetch::fetch", "Fetcher::start", "Fetcher::connected", "Shared::start", "Shared::put"] {
        assert!(!backtrace.contains(frame), "{frame} in\n{backtrace}");
    }
}

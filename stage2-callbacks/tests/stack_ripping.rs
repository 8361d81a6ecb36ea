//! Stack ripping: where an error is noticed, the stack no longer tells how the program came there.
//! What the stack has forgotten, the error has kept: its URL, its phase and its try.

use contract::{error_of_a_broken_page, run_with_backtraces};
use stage2_callbacks::crawl;

#[test]
fn the_backtrace_of_an_error_holds_the_loop_and_the_callback_and_nobody_who_led_there() {
    run_with_backtraces("in_a_process_with_backtraces");
}

#[test]
#[ignore = "the test above runs it, with RUST_BACKTRACE=1"]
fn in_a_process_with_backtraces() {
    let backtrace = error_of_a_broken_page(crawl).backtrace.to_string();
    for frame in ["Reactor::run", "Reactor::turn", "Fetcher::readable"] {
        assert!(backtrace.contains(frame), "no {frame} in\n{backtrace}");
    }
    // Who started the fetch and what it did before are gone.
    for frame in ["::fetch::fetch", "Fetcher::start", "Fetcher::connected", "Crawl::start", "Crawl::put"] {
        assert!(!backtrace.contains(frame), "{frame} in\n{backtrace}");
    }
}

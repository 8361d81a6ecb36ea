//! Stack ripping: where an error is noticed, the stack no longer shows how the program came there.
//! So the error itself carries its URL, its phase and its try.

use contract::check_backtrace;
use stage2_callbacks::crawl;

#[test]
fn the_backtrace_of_an_error_holds_only_the_loop_and_the_last_callback() {
    check_backtrace(
        crawl,
        "stack_ripping::the_backtrace_of_an_error_holds_only_the_loop_and_the_last_callback",
        |backtrace| {
            for frame in ["Reactor::run", "Reactor::turn", "Fetcher::readable"] {
                assert!(backtrace.contains(frame), "no {frame} in\n{backtrace}");
            }
            // The functions that started the fetch, and its earlier steps, are gone.
            for frame in
                ["::fetch::fetch", "Fetcher::start", "Fetcher::connected", "Shared::start", "Shared::put"]
            {
                assert!(!backtrace.contains(frame), "{frame} in\n{backtrace}");
            }
        },
    );
}

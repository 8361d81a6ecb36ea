//! A panic in one of three callbacks ends the event loop of stage 2. The fix catches it in the callback.

use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::time::{Duration, Instant};

use stage2_callbacks::reactor::Reactor;

fn main() {
    // What is printed below says enough.
    panic::set_hook(Box::new(|_| {}));
    demos::main(wrong, fixed);
}

fn wrong() {
    call_three(fetched);
}

fn fixed() {
    call_three(|page| {
        if panic::catch_unwind(|| fetched(page)).is_err() {
            println!("page {page} has panicked");
        }
    });
}

/// Prints that a page has come. Panics if it is the second one.
fn fetched(page: u32) {
    assert_ne!(page, 2);
    println!("page {page} is fetched");
}

/// Lets timers call `fetched` for three pages. Stops the loop after the last one.
fn call_three(fetched: fn(u32)) {
    let reactor = Rc::new(Reactor::new().unwrap());
    let start = Instant::now();
    for page in 1..=3 {
        let stops = Rc::clone(&reactor);
        reactor.set_timer(start + Duration::from_millis(50) * page, move || {
            fetched(page);
            if page == 3 {
                stops.stop();
            }
        });
    }
    let run = panic::catch_unwind(AssertUnwindSafe(|| reactor.run()));
    println!("the event loop has {}", if run.is_err() { "panicked" } else { "ended" });
}

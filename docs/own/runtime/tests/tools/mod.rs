//! What the tests of several levels share.

#![allow(dead_code, unused_imports, unused_macros, reason = "each level uses a part of it")]

pub use std::future::{pending, poll_fn, ready};
pub use std::panic::{AssertUnwindSafe, catch_unwind};
pub use std::task::{Context, Poll, Waker};
pub use std::{cell::Cell, cell::RefCell, pin::Pin, rc::Rc, thread, time::Duration, time::Instant};
pub use std::{sync::Arc, sync::Mutex, sync::atomic::Ordering::SeqCst};

use own::block_on;
pub use test_tools::future::{always_ready, counted, numbered, poll, yield_now};
pub use test_tools::moment::*;
pub use test_tools::probe::{OnDrop, Probe};
pub use test_tools::process::open_descriptors;
pub use test_tools::waker::{Count, acting_waker, has_acted, noting_waker};
pub use test_tools::watchdog::watched_within;

/// Runs a test in a thread of its own. If it makes no progress for long, it fails with the message `hangs`.
#[track_caller]
pub fn watch<T: Send + 'static>(hangs: &'static str, test: impl FnOnce() -> T + Send + 'static) -> T {
    watched_within(Duration::from_secs(2), test, || hangs.to_owned())
}

/// Runs the future of a test by `block_on`. If it hangs, it fails with the message `hangs`.
#[track_caller]
pub fn run<T: Send + 'static>(hangs: &'static str, test: impl AsyncFnOnce() -> T + Send + 'static) -> T {
    watch(hangs, || block_on(trace::task("main", test())).expect("the selector works"))
}

/// Spawns a task that a trace records. It is a macro because level 1 has no `spawn`.
macro_rules! spawn {
    ($future:expr) => {
        own::spawn(trace::task("task", $future))
    };
}
pub(crate) use spawn;

/// Returns whether a call panics.
pub fn panics<T>(call: impl FnOnce() -> T) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

/// Returns how many descriptors are still open after a hundred calls of `block_on`, while all that `begun` returns is kept.
pub fn left_open<T>(begun: impl AsyncFn() -> T) -> usize {
    let before = open_descriptors();
    let left = "no descriptor is left: each `block_on` must close its own, whatever is kept";
    let _kept: Vec<T> = (0..100).map(|_| block_on(begun()).expect(left)).collect();
    open_descriptors().saturating_sub(before)
}

/// Returns the time that is so many milliseconds from now.
pub fn after(milliseconds: u64) -> Instant {
    Instant::now() + Duration::from_millis(milliseconds)
}

/// Returns a future that is woken during each of its polls, by another thread and by its own one in turn.
pub fn woken_in_its_polls() -> impl Future<Output = ()> {
    numbered(|number, waker| {
        let wake = if number % 2 == 1 { wake_by_thread } else { Waker::wake_by_ref };
        wake(waker);
        if number <= 100 { Poll::Pending } else { Poll::Ready(()) }
    })
}

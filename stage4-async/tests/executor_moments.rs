//! `block_on`: a wake-up that comes at the worst moment, from another thread.
//!
//! `src/executor.rs` is compiled with a flag of the test, which calls the waker directly after the loop has used it: so
//! each moment comes for certain, and not by chance.

#[path = "../src/executor.rs"]
#[allow(unused, reason = "while an exercise is open, a part of it is missing")]
mod executor;

mod sync {
    use std::sync::atomic::{self, Ordering};

    /// An `AtomicBool` that tells [`super::used`] of each use.
    pub(crate) struct AtomicBool(atomic::AtomicBool);

    #[allow(dead_code, reason = "an answer may use any of them")]
    impl AtomicBool {
        pub(crate) fn new(value: bool) -> AtomicBool {
            AtomicBool(atomic::AtomicBool::new(value))
        }

        pub(crate) fn load(&self, order: Ordering) -> bool {
            let value = self.0.load(order);
            super::used();
            value
        }

        pub(crate) fn store(&self, value: bool, order: Ordering) {
            self.0.store(value, order);
            super::used();
        }

        pub(crate) fn swap(&self, value: bool, order: Ordering) -> bool {
            let old = self.0.swap(value, order);
            super::used();
            old
        }

        pub(crate) fn compare_exchange(
            &self,
            old: bool,
            new: bool,
            success: Ordering,
            failure: Ordering,
        ) -> Result<bool, bool> {
            let result = self.0.compare_exchange(old, new, success, failure);
            super::used();
            result
        }
    }
}

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use contract::watched_or;
use executor::block_on;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

thread_local! {
    /// After so many further uses of the flag, the waker is called. 0 is never.
    static USES: Cell<usize> = const { Cell::new(0) };
    static WAKER: RefCell<Option<Waker>> = const { RefCell::new(None) };
    static IS_DONE: Cell<bool> = const { Cell::new(false) };
}

/// Notes a use of the flag.
fn used() {
    let left = USES.get();
    USES.set(left.saturating_sub(1));
    if left == 1
        && let Some(waker) = WAKER.take()
    {
        IS_DONE.set(true);
        waker.wake();
    }
}

/// Waits for a wake-up that comes after so many uses of the flag, counted from the first poll on.
fn wait_for_wake_up_after(uses: usize) {
    let wait = move || {
        let reactor = Reactor::new().unwrap();
        let woken = poll_fn(|cx| {
            if IS_DONE.get() {
                return Poll::Ready(());
            }
            WAKER.set(Some(cx.waker().clone()));
            USES.set(uses);
            Poll::Pending
        });
        // This timer ends the first sleep, and wakes nothing.
        let mut sleep = Sleep::new(&reactor, Duration::from_millis(5));
        if uses > 1 {
            assert!(pin!(&mut sleep).poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        block_on(&reactor, woken).unwrap();
    };
    let lost = || {
        "a wake-up is lost that comes directly after the loop has looked at the flag: the turn must look at it, in \
        `has_work`, when it has announced the sleep, and only the swap before a poll may clear it"
            .to_owned()
    };
    watched_or(wait, lost);
}

#[test]
fn a_wake_up_directly_before_the_sleep_is_not_lost() {
    wait_for_wake_up_after(1);
}

#[test]
fn a_wake_up_directly_after_a_turn_is_not_lost() {
    wait_for_wake_up_after(2);
}

#[test]
fn a_wake_up_directly_before_the_next_sleep_is_not_lost() {
    wait_for_wake_up_after(3);
}

//! What the tests of several levels share.

#![allow(dead_code, unused_imports, reason = "each level uses a part of it")]

use std::cell::RefCell;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;

pub use std::cell::Cell;
pub use std::future::{pending, poll_fn, ready};
pub use std::panic::catch_unwind;
pub use std::rc::Rc;
pub use std::sync::{Arc, atomic::Ordering::SeqCst};
pub use std::task::{Context, Poll, Waker};
pub use std::thread;
pub use std::time::{Duration, Instant};

use own::block_on;
pub use test_tools::future::{counted, poll, yield_now};
pub use test_tools::waker::{Count, acting_waker, has_acted, noting_waker};
use test_tools::watchdog::watched_within;

/// In this time, a runtime that has nothing to do parks its thread. If it takes longer, a test shows less.
pub const MOMENT: Duration = Duration::from_millis(50);

/// Runs a test in a thread of its own. If it makes no progress for long, it fails with the message `hangs`.
#[track_caller]
pub fn watch<T: Send + 'static>(hangs: &'static str, test: impl FnOnce() -> T + Send + 'static) -> T {
    watched_within(Duration::from_secs(2), test, || hangs.to_owned())
}

/// Runs the future of a test by `block_on`. If it hangs, it fails with the message `hangs`.
#[track_caller]
pub fn run<T: Send + 'static>(hangs: &'static str, test: impl AsyncFnOnce() -> T + Send + 'static) -> T {
    watch(hangs, || block_on(test()).expect("the selector works"))
}

/// Returns whether a call panics.
pub fn panics<T>(call: impl FnOnce() -> T) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

/// Returns the time that is so many milliseconds from now.
pub fn after(milliseconds: u64) -> Instant {
    Instant::now() + Duration::from_millis(milliseconds)
}

/// Returns a future whose poll is `poll`, which gets the number of the poll, from 1 on, and the waker.
pub fn numbered<T>(mut poll: impl FnMut(usize, &Waker) -> Poll<T>) -> impl Future<Output = T> {
    let mut number = 0;
    poll_fn(move |cx| {
        number += 1;
        poll(number, cx.waker())
    })
}

/// Has another thread call a waker, and returns when it has done so.
pub fn wake_by_thread(waker: &Waker) {
    let waker = waker.clone();
    thread::spawn(move || waker.wake()).join().expect("a waker does not panic");
}

/// Has another thread call a waker after a moment. Returns a flag, which is set just before.
pub fn wake_later(waker: &Waker) -> Arc<AtomicBool> {
    let flag = Arc::<AtomicBool>::default();
    let (is_woken, waker) = (Arc::clone(&flag), waker.clone());
    thread::spawn(move || {
        thread::sleep(MOMENT);
        is_woken.store(true, SeqCst);
        waker.wake();
    });
    flag
}

/// Waits until another thread wakes this future, after a moment, while the runtime has probably parked its thread.
pub async fn a_moment() {
    let mut is_woken = None;
    poll_fn(|cx| match is_woken.get_or_insert_with(|| wake_later(cx.waker())).load(SeqCst) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await;
}

/// Waits for four moments, and returns the CPU time. A park that comes with a time limit is not enough for all of them.
#[cfg(unix)]
pub async fn cpu_time_of_four_moments() -> Duration {
    let before = test_tools::clock::cpu_time();
    for _ in 0..4 {
        a_moment().await;
    }
    test_tools::clock::cpu_time() - before
}

/// Returns a future that is woken during each of its polls, by another thread and by its own one in turn.
pub fn woken_in_its_polls() -> impl Future<Output = ()> {
    numbered(|number, waker| {
        // It looks, and is woken before the poll returns.
        let looked = if number <= 100 { Poll::Pending } else { Poll::Ready(()) };
        match number % 2 {
            1 => wake_by_thread(waker),
            _ => waker.wake_by_ref(),
        }
        looked
    })
}

/// Waits for a future, and wakes itself in each poll.
pub async fn always_ready<F: Future>(future: F) -> F::Output {
    let mut future = Box::pin(future);
    poll_fn(|cx| {
        cx.waker().wake_by_ref();
        future.as_mut().poll(cx)
    })
    .await
}

/// A future that waits until it is told to end. It is seen from outside.
#[derive(Clone, Default)]
pub struct Probe {
    pub polls: Rc<Cell<usize>>,
    waker: Rc<RefCell<Option<Waker>>>,
    is_over: Rc<Cell<bool>>,
    pub is_dropped: Rc<Cell<bool>>,
}

impl Probe {
    /// Returns the future.
    pub fn future(&self) -> impl Future<Output = ()> + use<> {
        let (seen, is_dropped) = (self.clone(), Rc::clone(&self.is_dropped));
        let drops = OnDrop(move || is_dropped.set(true));
        poll_fn(move |cx| {
            let _ = &drops;
            seen.polls.set(seen.polls.get() + 1);
            let _old = seen.waker.replace(Some(cx.waker().clone()));
            if seen.is_over.get() { Poll::Ready(()) } else { Poll::Pending }
        })
    }

    /// Returns the waker of its latest poll.
    pub fn waker(&self) -> Waker {
        self.waker.borrow().clone().expect("it was polled")
    }

    /// Ends the future, and wakes it.
    pub fn end(&self) {
        self.is_over.set(true);
        self.waker().wake();
    }
}

/// Calls an action when it is dropped, and stops its panic: while a test unwinds, another one would end them all.
pub struct OnDrop<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        let _ = catch_unwind(AssertUnwindSafe(&mut self.0));
    }
}

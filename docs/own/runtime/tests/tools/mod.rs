//! What the tests of several levels share.

#![allow(dead_code, reason = "each level uses a part of it")]

use std::cell::Cell;
use std::future::poll_fn;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

use own::block_on;
use test_tools::patience::{HUNG, Patience};
use test_tools::watchdog::assert_is_worth_running;

/// A test that makes no progress for so long hangs.
const HANGS: Duration = Duration::from_secs(2);

/// In this time, a runtime that has nothing to do parks its thread. If it takes longer, a test shows less, and is right.
pub const MOMENT: Duration = Duration::from_millis(50);

/// Runs a test in a thread of its own. If it hangs, it fails with the message `hangs`.
///
/// As `watched_within` does, but without a second run, which would find no trace of a runtime that the tests do not know.
#[track_caller]
pub fn watch<T: Send + 'static>(hangs: &'static str, test: impl FnOnce() -> T + Send + 'static) -> T {
    assert_is_worth_running();
    let (alive, ended) = channel::<()>();
    let named = thread::Builder::new().name(thread::current().name().unwrap_or("a test").to_owned());
    let thread = named.spawn(move || {
        let _alive = alive;
        test()
    });
    let look = |tick| match ended.recv_timeout(tick) {
        Err(RecvTimeoutError::Timeout) => None,
        _ => Some(()),
    };
    if Patience::of(HANGS).wait(look).is_none() {
        HUNG.fetch_add(1, SeqCst);
        panic!("{hangs}");
    }
    thread.expect("the system gives a thread").join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Runs the future of a test by `block_on`. If it hangs, it fails with the message `hangs`.
#[track_caller]
pub fn run<T: Send + 'static>(hangs: &'static str, test: impl AsyncFnOnce() -> T + Send + 'static) -> T {
    watch(hangs, || block_on(test()).expect("the selector works"))
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

/// Waits until `condition` holds, and looks only when something else has woken this future.
pub async fn woken_until(mut condition: impl FnMut() -> bool) {
    poll_fn(|_| if condition() { Poll::Ready(()) } else { Poll::Pending }).await;
}

/// Counts its drops: each clone, and the first one.
#[derive(Clone, Default)]
pub struct Drops(Rc<Cell<usize>>);

impl Drops {
    pub fn get(&self) -> usize {
        self.0.get()
    }
}

impl Drop for Drops {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

//! What the tests of several levels share.

#![allow(dead_code, reason = "each level uses a part of it")]

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

use own::block_on;
use test_tools::watchdog::watched_within;

/// A test that makes no progress for so long hangs.
const HANGS: Duration = Duration::from_secs(2);

/// In this time, a runtime that has nothing to do parks its thread. If it takes longer, a test shows less, and is right.
pub const MOMENT: Duration = Duration::from_millis(50);

/// Runs a test in a thread of its own. If it hangs, it fails with the message `hangs`.
#[track_caller]
pub fn watch<T: Send + 'static>(hangs: &'static str, test: impl FnOnce() -> T + Send + 'static) -> T {
    watched_within(HANGS, test, || hangs.to_owned())
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

/// Waits until another thread wakes this future, after a moment, while the runtime has probably parked its thread.
pub async fn a_moment() {
    let mut is_woken = None;
    poll_fn(|cx| match is_woken.get_or_insert_with(|| wake_later(cx.waker())).load(SeqCst) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await;
}

/// A future that waits until it is told to end. It is seen from outside.
#[derive(Clone, Default)]
pub struct Probe(Rc<Seen>);

#[derive(Default)]
struct Seen {
    polls: Cell<usize>,
    waker: RefCell<Option<Waker>>,
    is_over: Cell<bool>,
    is_dropped: Cell<bool>,
}

impl Probe {
    /// Returns the future.
    pub fn future(&self) -> impl Future<Output = ()> + use<> {
        let (seen, dropped) = (Rc::clone(&self.0), Rc::clone(&self.0));
        let drops = on_drop(move || dropped.is_dropped.set(true));
        poll_fn(move |cx| {
            let _ = &drops;
            seen.polls.set(seen.polls.get() + 1);
            let _old = seen.waker.borrow_mut().replace(cx.waker().clone());
            if seen.is_over.get() { Poll::Ready(()) } else { Poll::Pending }
        })
    }

    pub fn polls(&self) -> usize {
        self.0.polls.get()
    }

    pub fn is_dropped(&self) -> bool {
        self.0.is_dropped.get()
    }

    /// Returns the waker of its latest poll.
    pub fn waker(&self) -> Waker {
        self.0.waker.borrow().clone().expect("it was polled")
    }

    /// Ends the future, and wakes it.
    pub fn end(&self) {
        self.0.is_over.set(true);
        self.waker().wake();
    }
}

/// Calls an action when it is dropped. While a failed test unwinds, the action may fail, too.
pub fn on_drop(action: impl FnOnce() + 'static) -> impl Drop {
    OnDrop(Some(Box::new(action)))
}

struct OnDrop(Option<Box<dyn FnOnce()>>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        let action = self.0.take().expect("it is dropped once");
        if let Err(panic) = catch_unwind(AssertUnwindSafe(action))
            && !thread::panicking()
        {
            resume_unwind(panic);
        }
    }
}

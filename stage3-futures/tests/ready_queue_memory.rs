//! [`TaskWaker`]: the poll after a wake-up sees what the waking thread did before.
//!
//! `src/wake.rs` is compiled into this test, with the locks and atomics of `loom`. It runs a test once for each
//! order of the threads' steps, and a load may return an older value, wherever the orderings allow it.

#[path = "../src/wake.rs"]
#[allow(unused, reason = "this test needs the wakers alone")]
mod wake;

mod sync {
    pub(crate) use loom::sync::{Mutex, atomic::AtomicBool};
}

use std::sync::Arc;
use std::sync::atomic;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::task::Waker;

use loom::sync::atomic::AtomicBool;
use loom::thread;
use wake::{Notifier, ReadyQueue, TaskWaker};

#[test]
fn a_poll_sees_what_was_done_before_its_wake_up() {
    loom::model(|| {
        let ready = Arc::new(ReadyQueue::new(Arc::new(Notifier::new(|| ()))));
        let waker = Arc::new(TaskWaker::new(0, &ready));
        // From the beginning, the task is in the ready queue.
        Waker::from(Arc::clone(&waker)).wake();
        // `loom` does not know the flag `is_woken`, so it makes nothing visible.
        let (done, is_woken) = (Arc::new(AtomicBool::new(false)), Arc::new(atomic::AtomicBool::new(false)));
        let (does, wakes, says) = (Arc::clone(&done), Arc::clone(&waker), Arc::clone(&is_woken));
        thread::spawn(move || {
            // `Relaxed`: nothing but the wake-up makes it visible.
            does.store(true, Relaxed);
            Waker::from(wakes).wake();
            says.store(true, SeqCst);
        });
        let poll = || {
            ready.pop()?;
            waker.begin_poll();
            Some(done.load(Relaxed))
        };
        let mut seen = None;
        while !is_woken.load(SeqCst) {
            seen = poll().or(seen);
            thread::yield_now();
        }
        seen = poll().or(seen);
        assert!(seen.is_some(), "the thread has woken the task, but it was not polled");
        let why = "the thread has woken the task, but its last poll does not see what the thread did before: \
            each wake-up must write the flag, even if it is set, and `begin_poll` must read and clear it in one step: a \
            swap does both, with `SeqCst`";
        assert!(seen == Some(true), "{why}");
    });
}

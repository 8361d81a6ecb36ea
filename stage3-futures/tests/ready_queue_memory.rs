//! [`TaskWaker`]: the poll after a wake-up sees what the waking thread did before.
//!
//! `src/wake.rs` is compiled into this test, with the locks and atomics of `loom`. Like `shuttle`, it runs a test once
//! for each order of the threads' steps. But in `loom`, a load may also return an older value, wherever the orderings
//! allow it. It takes `SeqCst` for acquire and release, which is too weak for `Notifier::wait`: nothing sleeps here.

#[path = "../src/wake.rs"]
#[allow(unused, reason = "this test needs the wakers alone")]
mod wake;

mod sync {
    pub(crate) use loom::sync::{Mutex, atomic::AtomicBool};
}

use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::task::Waker;

use loom::sync::atomic::AtomicBool;
use loom::thread;
use wake::{Notifier, ReadyQueue, TaskWaker};

/// A task that waits for another thread.
#[derive(Clone)]
struct Task {
    ready: Arc<ReadyQueue>,
    waker: Arc<TaskWaker>,
    done: Arc<AtomicBool>,
    /// Whether the thread has woken it. `loom` does not know this flag, so it makes nothing visible.
    is_woken: Arc<std::sync::atomic::AtomicBool>,
}

impl Task {
    /// Makes a task that is in the ready queue.
    fn new() -> Task {
        let ready = Arc::new(ReadyQueue::new(Arc::new(Notifier::new(|| ()))));
        let waker = Arc::new(TaskWaker::new(0, &ready));
        Waker::from(Arc::clone(&waker)).wake();
        Task { ready, waker, done: Arc::new(AtomicBool::new(false)), is_woken: Arc::default() }
    }

    /// Starts a thread that does its part, and wakes the task.
    fn finish(&self) {
        let task = self.clone();
        thread::spawn(move || {
            // `Relaxed`: nothing but the wake-up makes it visible.
            task.done.store(true, Relaxed);
            Waker::from(task.waker).wake();
            task.is_woken.store(true, SeqCst);
        });
    }

    /// Polls the task if it is in the ready queue. Returns whether the poll sees that the thread is done.
    fn poll(&self) -> Option<bool> {
        self.ready.pop()?;
        self.waker.begin_poll();
        Some(self.done.load(Relaxed))
    }
}

#[test]
fn a_poll_sees_what_was_done_before_its_wake_up() {
    loom::model(|| {
        let task = Task::new();
        task.finish();
        let mut seen = None;
        while !task.is_woken.load(SeqCst) {
            seen = task.poll().or(seen);
            thread::yield_now();
        }
        seen = task.poll().or(seen);
        assert!(seen.is_some(), "the thread has woken the task, but it was not polled");
        let why = "the thread has woken the task, but its last poll does not see what the thread did before: \
            each wake-up must write the flag, even if it is set, and `begin_poll` must read and clear it in one step: a \
            swap does both, with `SeqCst`";
        assert!(seen == Some(true), "{why}");
    });
}

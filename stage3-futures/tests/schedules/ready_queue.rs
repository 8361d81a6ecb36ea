//! [`ReadyQueue`] and [`TaskWaker`]: a wake-up queues its task once, and is never lost.

use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::task::Waker;

use loom::sync::atomic::AtomicBool;
use loom::thread::{Builder, JoinHandle};

use crate::orders::{assert_that, check, note};
use crate::wake::{Notifier, ReadyQueue, TaskWaker};

/// A task that is done when another thread finishes it.
#[derive(Clone)]
struct Task {
    ready: Arc<ReadyQueue>,
    waker: Arc<TaskWaker>,
    done: Arc<AtomicBool>,
}

impl Task {
    fn new() -> Task {
        let ready = Arc::new(ReadyQueue::new(Arc::new(Notifier::new(|| ()))));
        let waker = Arc::new(TaskWaker::new(0, &ready));
        Task { ready, waker, done: Arc::new(AtomicBool::new(false)) }
    }

    /// Polls the task if it is in the queue, and returns what `look` finds.
    fn poll<T>(&self, look: impl FnOnce(&AtomicBool) -> T) -> Option<T> {
        self.ready.pop()?;
        note("begins a poll");
        self.waker.begin_poll();
        note("polls the task");
        Some(look(&self.done))
    }

    /// Marks the task as done, and wakes it.
    fn finish(&self) {
        // `Relaxed`: nothing but the wake-up makes it visible.
        self.done.store(true, Relaxed);
        note("begins to wake the task");
        Waker::from(Arc::clone(&self.waker)).wake();
        note("has woken the task");
    }

    /// Starts a thread that does so.
    fn finish_in(&self, name: &str) -> JoinHandle<()> {
        let task = self.clone();
        Builder::new().name(name.to_owned()).spawn(move || task.finish()).unwrap()
    }
}

#[test]
fn a_task_that_is_woken_is_queued() {
    check(|| {
        let task = Task::new();
        task.finish();
        let why =
            || "a task was woken for the first time, and is not in the queue: if `is_queued` was clear, push";
        assert_that(task.ready.len() == 1, why);
    });
}

#[test]
fn a_task_that_is_woken_again_and_again_is_queued_once() {
    check(|| {
        let task = Task::new();
        (0..3).for_each(|_| task.finish());
        let count = task.ready.len();
        let rule = "each wake-up must leave `is_queued` set, and push only if it was clear";
        assert_that(count == 1, || {
            format!(
                "the task was woken three times before its poll, and is in the queue {count} times, not once: {rule}"
            )
        });
    });
}

#[test]
fn a_task_that_is_woken_while_it_is_polled_is_queued_again() {
    check(|| {
        let task = Task::new();
        Waker::from(Arc::clone(&task.waker)).wake();
        let finished = task.finish_in("the waking thread");
        // A swap always reads the newest value; a load may read an older one.
        let is_done = task.poll(|done| done.swap(false, SeqCst)) == Some(true);
        finished.join().unwrap();
        let why = || "the wake-up is lost: the task counts as queued, but is not in the queue";
        assert_that(is_done || !task.ready.is_empty(), why);
    });
}

#[test]
fn a_task_that_was_polled_can_be_woken_again() {
    check(|| {
        let task = Task::new();
        let finished = task.finish_in("the waking thread");
        // This poll may come between any two steps of the wake-up.
        task.poll(|_| ());
        finished.join().unwrap();
        task.poll(|_| ());
        task.finish();
        assert_that(!task.ready.is_empty(), || {
            "the wake-up is lost: `is_queued` says that the task is in the queue, and it is not: was it set after the push, \
            when a poll had already cleared it?"
        });
    });
}

#[test]
fn a_task_that_two_threads_wake_is_queued_once() {
    check(|| {
        let task = Task::new();
        let finished = ["a first thread", "a second thread"].map(|name| task.finish_in(name));
        finished.into_iter().for_each(|thread| thread.join().unwrap());
        assert_that(task.ready.len() == 1, || {
            "two threads have woken the task, and it is not in the queue once: only a wake-up whose `swap` has returned \
            `false` may push (a separate look at `is_queued` or the queue leaves a gap, in which another thread may push)"
        });
    });
}

#[test]
fn a_poll_sees_what_was_done_before_its_wake_up() {
    check(|| {
        let task = Task::new();
        Waker::from(Arc::clone(&task.waker)).wake();
        let finished = task.finish_in("the waking thread");
        let is_seen = task.poll(|done| done.load(Relaxed)) == Some(true);
        finished.join().unwrap();
        assert_that(is_seen || !task.ready.is_empty(), || {
            "the thread has woken the task, but its last poll does not see what the thread did before: each wake-up must \
            write `is_queued`, even if it is set, and `begin_poll` must read and clear it in one step: a swap does both, with \
            `SeqCst`"
        });
    });
}

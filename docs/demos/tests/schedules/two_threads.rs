//! [`AtomicState`]: a task that is woken is queued once, no wake-up is lost, and two threads never poll it at once.

use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};

use loom::sync::Mutex;
use loom::sync::atomic::AtomicBool;
use loom::thread::{Builder, JoinHandle};

use crate::orders::{assert_that, check, note};
use crate::state::AtomicState;

/// A task, and how often it is in the queue.
struct Task {
    state: AtomicState,
    queued: Mutex<usize>,
    is_polled: AtomicBool,
    /// Set by another thread before it wakes the task.
    is_done: AtomicBool,
}

impl Task {
    fn new() -> Arc<Task> {
        let [is_polled, is_done] = [(); 2].map(|()| AtomicBool::new(false));
        Arc::new(Task { state: AtomicState::new(), queued: Mutex::new(0), is_polled, is_done })
    }

    /// Returns how often the task is in the queue.
    fn queued(&self) -> usize {
        *self.queued.lock().unwrap()
    }

    fn wake(&self) {
        note("calls `wake`");
        if self.state.wake() {
            self.push();
        }
    }

    fn push(&self) {
        note("puts the task into the queue");
        let mut queued = self.queued.lock().unwrap();
        *queued += 1;
        let why = "the task is in the queue twice, so two threads can take it, and poll it at once: a wake-up may put it there only \
            in the step that makes it `Queued`, and as long as it is there, it must stay so";
        assert_that(*queued == 1, why);
    }

    /// Takes the task from the queue and polls it, if it is there. Returns what the poll returns.
    fn poll<T>(&self, during: impl FnOnce() -> T) -> Option<T> {
        let mut queued = self.queued.lock().unwrap();
        *queued = queued.checked_sub(1)?;
        drop(queued);
        note("takes the task from the queue");
        self.state.begin_poll();
        let is_polled = self.is_polled.swap(true, SeqCst);
        assert_that(
            !is_polled,
            "two threads poll the task at once: it was put into the queue while a thread polled it",
        );
        note("polls the task");
        let output = during();
        self.is_polled.swap(false, SeqCst);
        note("has polled the task, which is not done");
        if self.state.end_poll() {
            self.push();
        }
        Some(output)
    }

    /// Starts a thread that marks the task as done, and wakes it.
    fn finish_in(self: &Arc<Task>, name: &str) -> JoinHandle<()> {
        let task = Arc::clone(self);
        let finish = move || {
            // `Relaxed`: nothing but the wake-up makes it visible.
            task.is_done.store(true, Relaxed);
            task.wake();
        };
        Builder::new().name(name.to_owned()).spawn(finish).unwrap()
    }
}

#[test]
fn a_task_that_is_woken_is_queued() {
    check(|| {
        let task = Task::new();
        task.wake();
        assert_that(
            task.queued() == 1,
            "a task that waited was woken, and is not in the queue: no thread polls it",
        );
    });
}

#[test]
fn a_task_that_waits_in_the_queue_is_not_queued_again() {
    check(|| {
        let task = Task::new();
        (0..3).for_each(|_| task.wake());
        assert_that(task.queued() == 1, "the task was woken, and is not in the queue");
    });
}

#[test]
fn a_task_that_is_woken_in_its_poll_is_not_queued_before_its_end() {
    check(|| {
        let task = Task::new();
        task.wake();
        let queued = task.poll(|| {
            task.wake();
            task.queued()
        });
        let why = "the task was woken in its poll, and is in the queue while the poll goes on: another thread takes it, and polls it \
            at the same time. Note the wake-up; the end of the poll can put the task into the queue";
        assert_that(queued == Some(0), why);
    });
}

#[test]
fn a_task_that_is_woken_in_its_poll_is_queued_at_its_end() {
    check(|| {
        let task = Task::new();
        task.wake();
        task.poll(|| (0..2).for_each(|_| task.wake()));
        let why = "the task was woken in its poll, which has ended, and is not in the queue: the wake-up is lost. The poll may have \
            looked for its event before the event came";
        assert_that(task.queued() == 1, why);
        task.wake();
    });
}

#[test]
fn a_task_that_is_not_woken_is_not_polled_again() {
    check(|| {
        let task = Task::new();
        for _ in 0..2 {
            task.wake();
            task.poll(|| ());
            let why = "the task was not woken in its poll, and is in the queue afterwards: a task that only waits would be polled \
                again and again";
            assert_that(task.queued() == 0, why);
        }
    });
}

#[test]
fn wake_ups_before_a_poll_share_it() {
    check(|| {
        let task = Task::new();
        (0..2).for_each(|_| task.wake());
        task.poll(|| ());
        let why = "the task was woken twice before its poll, and is in the queue after it: that poll was for both wake-ups, because \
            both events had come before it";
        assert_that(task.queued() == 0, why);
    });
}

#[test]
fn a_task_that_two_threads_wake_is_queued_once() {
    check(|| {
        let task = Task::new();
        let threads = ["a first thread", "a second thread"].map(|name| task.finish_in(name));
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        task.poll(|| ());
        let why = "two threads have woken the task before its poll, and it is in the queue after it, although nothing has woken it \
            since: look at the state and change it in one step, because between two steps, another thread may change it";
        assert_that(task.queued() == 0, why);
    });
}

#[test]
fn a_wake_up_at_the_end_of_a_poll_is_not_lost() {
    check(|| {
        let task = Task::new();
        task.wake();
        let thread = task.finish_in("the waking thread");
        let is_done = task.poll(|| task.is_done.swap(false, SeqCst)) == Some(true);
        thread.join().unwrap();
        let why = "the task was woken, no poll has come after that, and it is not in the queue: the wake-up is lost. Look at the \
            state and change it in one step, because between two steps, a wake-up may change it";
        assert_that(is_done || task.queued() == 1, why);
    });
}

#[test]
fn a_poll_sees_what_was_done_before_its_wake_up() {
    check(|| {
        let task = Task::new();
        task.wake();
        let thread = task.finish_in("the waking thread");
        // The thread may also find the task woken in its first poll.
        task.poll(|| task.wake());
        let is_done = task.poll(|| task.is_done.load(Relaxed)) == Some(true);
        thread.join().unwrap();
        let why = "the thread has woken the task, but its last poll does not see what the thread did before: the beginning \
            and the end of a poll must read what they replace, as `step` does, and each `wake` must write the state";
        assert_that(is_done || task.queued() == 1, why);
    });
}

#[test]
fn two_threads_never_poll_a_task_at_once() {
    check(|| {
        let task = Task::new();
        task.wake();
        let work = |task: &Task| (0..2).for_each(|_| _ = task.poll(|| task.wake()));
        let other = Arc::clone(&task);
        let thread = Builder::new().name("the other thread".to_owned()).spawn(move || work(&other)).unwrap();
        work(&task);
        thread.join().unwrap();
        assert_that(
            task.queued() == 1,
            "the task has woken itself in its last poll, and is not in the queue",
        );
    });
}

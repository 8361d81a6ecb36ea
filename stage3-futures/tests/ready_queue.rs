//! [`ReadyQueue`] and [`TaskWaker`]: a wake-up queues its task once, and is never lost.
//!
//! As in `notifier.rs`, `shuttle` runs each test once for each order in which the threads can run.

#[path = "../src/wake.rs"]
#[allow(unused, reason = "an executor needs more of it")]
mod wake;

mod sync {
    pub(crate) use shuttle::sync::{Mutex, atomic::AtomicBool};
}

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::task::Waker;

use shuttle::sync::mpsc::{Receiver, channel};
use shuttle::thread::{self, Builder, JoinHandle};
use wake::{Notifier, ReadyQueue, TaskId, TaskWaker};

/// The right answer has fewer schedules; a wrong one may have millions.
const MOST_SCHEDULES: usize = 5000;

/// Runs `test` once for each schedule.
fn check(test: impl Fn() + Send + Sync + 'static) {
    shuttle::check_dfs(test, Some(MOST_SCHEDULES));
}

/// An executor: it polls a task, and sleeps while there is none.
struct Loop {
    notifier: Arc<Notifier>,
    ready: Arc<ReadyQueue>,
    notified: Receiver<()>,
}

impl Loop {
    fn new() -> Loop {
        // As with a selector, a notification ends the wait under way, or else the next one.
        let (notify, notified) = channel();
        let end_wait = move || {
            // It fails if the loop has ended, and then nothing waits.
            let _ = notify.send(());
        };
        let notifier = Arc::new(Notifier::new(end_wait));
        let ready = Arc::new(ReadyQueue::new(Arc::clone(&notifier)));
        Loop { notifier, ready, notified }
    }

    fn task(&self, id: TaskId) -> Task {
        Task { waker: Arc::new(TaskWaker::new(id, &self.ready)), done: Arc::default() }
    }

    /// Starts a thread that polls `task` when it is woken, until it is done.
    fn start(self, task: Task) -> JoinHandle<()> {
        // In a deadlock, `shuttle` names the threads that wait.
        let name = "an executor that sleeps although its task was woken";
        Builder::new().name(name.to_owned()).spawn(move || self.run(&task)).unwrap()
    }

    fn run(&self, task: &Task) {
        loop {
            while self.ready.pop().is_some() {
                if task.poll() {
                    return;
                }
            }
            let sleep = |has_work| if has_work { Ok(()) } else { self.notified.recv() };
            self.notifier.wait(|| !self.ready.is_empty(), sleep).unwrap();
        }
    }
}

/// A task that is done when another thread finishes it.
#[derive(Clone)]
struct Task {
    waker: Arc<TaskWaker>,
    done: Arc<AtomicBool>,
}

impl Task {
    /// Returns true once, when the task is done.
    fn poll(&self) -> bool {
        self.waker.begin_poll();
        self.done.swap(false, SeqCst)
    }

    /// Starts a thread that marks the task as done, and wakes it.
    fn finish(&self) -> JoinHandle<()> {
        let Task { waker, done } = self.clone();
        thread::spawn(move || {
            done.store(true, SeqCst);
            Waker::from(waker).wake();
        })
    }
}

#[test]
fn a_wake_up_ends_the_sleep_whenever_it_comes() {
    check(|| {
        let executor = Loop::new();
        let task = executor.task(0);
        let sleeper = executor.start(task.clone());
        task.done.store(true, SeqCst);
        Waker::from(task.waker).wake();
        sleeper.join().unwrap();
    });
}

#[test]
fn a_task_that_was_polled_can_be_woken_again() {
    check(|| {
        let executor = Loop::new();
        let task = executor.task(0);
        let finished = task.finish();
        // This poll may come between any two steps of the wake-up.
        if executor.ready.pop().is_some() {
            task.poll();
        }
        finished.join().unwrap();
        if executor.ready.pop().is_some() {
            task.poll();
        }
        Waker::from(task.waker).wake();
        let is_queued = !executor.ready.is_empty();
        assert!(is_queued, "the wake-up is lost: the task counts as queued since an earlier one");
    });
}

#[test]
fn a_task_that_is_woken_while_it_is_polled_is_queued_again() {
    check(|| {
        let executor = Loop::new();
        let task = executor.task(0);
        Waker::from(Arc::clone(&task.waker)).wake();
        let finished = task.finish();
        executor.ready.pop();
        let is_done = task.poll();
        finished.join().unwrap();
        let is_queued = !executor.ready.is_empty();
        assert!(
            is_done || is_queued,
            "the wake-up is lost: the task counts as queued, but is not in the queue"
        );
    });
}

#[test]
fn a_task_that_is_woken_again_and_again_is_queued_once() {
    check(|| {
        let executor = Loop::new();
        let waker = Waker::from(executor.task(0).waker);
        (0..3).for_each(|_| waker.wake_by_ref());
        assert_eq!(
            executor.ready.len(),
            1,
            "however often a task is woken, it must be in the queue only once"
        );
    });
}

#[test]
fn a_task_that_two_threads_wake_is_queued_once() {
    check(|| {
        let executor = Loop::new();
        let task = executor.task(0);
        let finished = [task.finish(), task.finish()];
        finished.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(executor.ready.len(), 1, "two threads may look at the flag before one of them sets it");
    });
}

#[test]
fn two_tasks_that_two_threads_wake_are_both_queued() {
    check(|| {
        let executor = Loop::new();
        let finished = [0, 1].map(|id| executor.task(id).finish());
        finished.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(executor.ready.len(), 2, "each task that was woken must be in the queue");
    });
}

//! [`TaskWaker`] and [`ReadyQueue`]: how a wake-up, from any thread, gets a task polled again.

use std::collections::VecDeque;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, PoisonError};
use std::task::Wake;

use crate::sync::{AtomicBool, Mutex};

/// Names a task. No two tasks of an executor have the same one.
pub type TaskId = u64;

/// Tasks to be polled, in the order in which they were woken.
#[derive(Debug)]
pub struct ReadyQueue {
    ids: Mutex<VecDeque<TaskId>>,
    notifier: Arc<Notifier>,
}

impl ReadyQueue {
    /// An empty queue. Who waits for it to be filled does so by `notifier`.
    pub fn new(notifier: Arc<Notifier>) -> ReadyQueue {
        ReadyQueue { ids: Mutex::default(), notifier }
    }

    /// Adds a task, and ends the wait of an executor that sleeps.
    pub fn push(&self, id: TaskId) {
        self.with(|ids| ids.push_back(id));
        self.notifier.notify();
    }

    /// Takes the task that has waited longest.
    pub fn pop(&self) -> Option<TaskId> {
        self.with(VecDeque::pop_front)
    }

    /// How many tasks are ready.
    pub fn len(&self) -> usize {
        self.with(|ids| ids.len())
    }

    /// Whether no task is ready.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn with<T>(&self, action: impl FnOnce(&mut VecDeque<TaskId>) -> T) -> T {
        action(&mut self.ids.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Wakes one task. It knows the task by its number alone, so the task need not be `Send`.
#[derive(Debug)]
pub struct TaskWaker {
    id: TaskId,
    /// Whether the task is in the ready queue, so that it is there once however often it is woken.
    queued: AtomicBool,
    ready: Arc<ReadyQueue>,
}

impl TaskWaker {
    /// The waker of the task `id`.
    pub fn new(id: TaskId, ready: &Arc<ReadyQueue>) -> TaskWaker {
        TaskWaker { id, queued: AtomicBool::new(false), ready: Arc::clone(ready) }
    }

    /// The task is about to be polled.
    ///
    /// This comes before the poll: if it is woken while it is polled, it must be polled again,
    /// because it may have looked already at what has just changed.
    pub fn begin_poll(&self) {
        self.queued.store(false, SeqCst);
    }
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.queued.swap(true, SeqCst) {
            self.ready.push(self.id);
        }
    }
}

/// Ends the wait of a thread, but costs next to nothing while that thread does not wait.
pub struct Notifier {
    waits: AtomicBool,
    end_wait: Box<dyn Fn() + Send + Sync>,
}

impl Notifier {
    /// A notifier for a thread whose wait `end_wait` ends: the one under way, or else the next one.
    pub fn new(end_wait: impl Fn() + Send + Sync + 'static) -> Notifier {
        Notifier { waits: AtomicBool::new(false), end_wait: Box::new(end_wait) }
    }

    /// There is work: ends the wait. What the work is must be visible to others already.
    pub fn notify(&self) {
        if self.waits.load(SeqCst) {
            (self.end_wait)();
        }
    }

    /// Calls `wait`, and tells it whether there is work, so that it must not block.
    ///
    /// First it is announced that this thread waits, then it is looked whether there is work.
    /// `notify` does it the other way round, so one of the two sees what the other has done.
    pub fn wait<T>(&self, has_work: impl FnOnce() -> bool, wait: impl FnOnce(bool) -> T) -> T {
        self.waits.store(true, SeqCst);
        let result = wait(has_work());
        self.waits.store(false, SeqCst);
        result
    }
}

impl std::fmt::Debug for Notifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Notifier").field("waits", &self.waits).finish_non_exhaustive()
    }
}

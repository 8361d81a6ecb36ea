//! [`TaskWaker`] and [`ReadyQueue`]: how a wake-up, from any thread, leads to another poll of the task.

use std::collections::VecDeque;
use std::panic::{catch_unwind, resume_unwind};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, PoisonError};
use std::task::{Wake, Waker};

// The types of `std`; tests/schedules puts others in their place.
use crate::sync::{AtomicBool, Mutex};

/// The number of a task. An executor uses each number once.
pub type TaskId = u64;

/// The tasks to poll, in the order in which they were woken.
pub struct ReadyQueue {
    ids: Mutex<VecDeque<TaskId>>,
    notifier: Arc<Notifier>,
}

impl ReadyQueue {
    /// Makes an empty queue for the executor that `notifier` notifies.
    pub fn new(notifier: Arc<Notifier>) -> ReadyQueue {
        ReadyQueue { ids: Mutex::default(), notifier }
    }

    /// Adds a task, and ends the executor's sleep.
    pub fn push(&self, id: TaskId) {
        self.with(|ids| ids.push_back(id));
        self.notifier.notify();
    }

    /// Takes the task that was woken first.
    pub fn pop(&self) -> Option<TaskId> {
        self.with(VecDeque::pop_front)
    }

    /// Returns whether the task `id` is ready.
    pub fn contains(&self, id: TaskId) -> bool {
        self.with(|ids| ids.contains(&id))
    }

    /// Returns how many tasks are ready.
    pub fn len(&self) -> usize {
        self.with(|ids| ids.len())
    }

    /// Returns whether no task is ready.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn with<T>(&self, action: impl FnOnce(&mut VecDeque<TaskId>) -> T) -> T {
        action(&mut self.ids.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Wakes one task. It does not hold the task's future, so the future need not be `Send`.
pub struct TaskWaker {
    id: TaskId,
    /// Shared by the executor and by all that wake the task.
    is_queued: AtomicBool,
    ready: Arc<ReadyQueue>,
}

impl TaskWaker {
    /// Makes the waker of the task `id`.
    pub fn new(id: TaskId, ready: &Arc<ReadyQueue>) -> TaskWaker {
        TaskWaker { id, is_queued: AtomicBool::new(false), ready: Arc::clone(ready) }
    }

    /// Returns whether the task counts as queued.
    pub fn is_queued(&self) -> bool {
        self.is_queued.load(SeqCst)
    }

    /// Notes that a poll begins. Call it directly before the poll.
    pub fn begin_poll(&self) {
        // A wake-up during the poll must queue the task again: the event may come after the poll has looked for it.
        // A swap, which also reads: a wake-up that found the flag set must be seen with all that came before it.
        self.is_queued.swap(false, SeqCst);
    }
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_queued.swap(true, SeqCst) {
            self.ready.push(self.id);
        }
    }
}

/// Calls all wakers, and then lets the first panic go on: a waker that panics must not cost other tasks their wake-ups.
pub fn wake_all(wakers: impl IntoIterator<Item = Waker>) {
    let panics: Vec<_> = wakers.into_iter().filter_map(|waker| catch_unwind(|| waker.wake()).err()).collect();
    if let Some(first) = panics.into_iter().next() {
        resume_unwind(first);
    }
}

/// Ends the wait of a thread. A notification costs next to nothing while that thread does not wait.
pub struct Notifier {
    is_waiting: AtomicBool,
    end_wait: Box<dyn Fn() + Send + Sync>,
}

impl Notifier {
    /// Makes a notifier. `end_wait` must end the thread's wait: the one under way, or else the next one.
    pub fn new(end_wait: impl Fn() + Send + Sync + 'static) -> Notifier {
        Notifier { is_waiting: AtomicBool::new(false), end_wait: Box::new(end_wait) }
    }

    /// Returns whether a notification would end a wait now.
    pub fn is_waiting(&self) -> bool {
        self.is_waiting.load(SeqCst)
    }

    /// Ends the wait, because there is work. The work must be visible to the thread already.
    pub fn notify(&self) {
        if self.is_waiting.load(SeqCst) {
            (self.end_wait)();
        }
    }

    /// Calls `wait`, and passes it whether there is work. If there is, `wait` must not block.
    pub fn wait<T>(&self, has_work: impl FnOnce() -> bool, wait: impl FnOnce(bool) -> T) -> T {
        // The waiting thread first sets `is_waiting`, and then looks for work. A notifying thread first adds
        // work, and then looks at `is_waiting`. So at least one of the two sees what the other has done.
        self.is_waiting.store(true, SeqCst);
        let result = wait(has_work());
        self.is_waiting.store(false, SeqCst);
        result
    }
}

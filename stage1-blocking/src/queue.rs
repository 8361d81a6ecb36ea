//! [`Queue`]: a queue that knows when all its items have been worked on.

use std::collections::VecDeque;
use std::sync::PoisonError;

use common::trace;

// The types of `std`; tests/queue_moments.rs puts others in their place.
use crate::sync::{Condvar, Mutex, MutexGuard};

/// A queue for workers, which take items and put new ones.
///
/// An empty queue is not a finished one: the worker that has the last item may still put more. So
/// each item counts as unfinished from its [`put`](Queue::put) to its [`task_done`](Queue::task_done).
/// The queue has no bound, because the workers that would wait for room are the ones that make it.
///
/// ```
/// use stage1_blocking::queue::Queue;
///
/// let queue = Queue::default();
/// queue.put("page");
/// let page = queue.get();
/// // The queue is empty, but not finished: the page may lead to more.
/// queue.put("link");
/// queue.task_done();
/// let link = queue.get();
/// queue.task_done();
/// queue.join();
/// assert_eq!([page, link], [Some("page"), Some("link")]);
/// ```
#[derive(Debug)]
pub struct Queue<T> {
    state: Mutex<State<T>>,
    /// What `get` waits for.
    available: Condvar,
    /// What `join` waits for.
    finished: Condvar,
}

#[derive(Debug)]
struct State<T> {
    items: VecDeque<T>,
    unfinished: usize,
    closed: bool,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        let state = State { items: VecDeque::new(), unfinished: 0, closed: false };
        Queue { state: Mutex::new(state), available: Condvar::new(), finished: Condvar::new() }
    }
}

impl<T> Queue<T> {
    /// Adds an item, which is unfinished until `task_done`.
    pub fn put(&self, item: T) {
        let mut state = self.lock();
        state.items.push_back(item);
        state.unfinished += 1;
        self.available.notify_one();
    }

    /// Waits for an item. Returns `None` once the queue is closed, even if it still has items.
    pub fn get(&self) -> Option<T> {
        // A wake-up promises nothing: it may be spurious, or another thread may have been faster.
        let waits = |state: &mut State<T>| state.items.is_empty() && !state.closed;
        let waited = trace::blocks("an item", || self.available.wait_while(self.lock(), waits));
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.closed { None } else { state.items.pop_front() }
    }

    /// Marks an item that `get` returned as done.
    ///
    /// # Panics
    /// If it is called more often than `put`.
    pub fn task_done(&self) {
        let mut state = self.lock();
        state.unfinished = state.unfinished.checked_sub(1).expect("task_done once for each item");
        if state.unfinished == 0 {
            self.finished.notify_all();
        }
    }

    /// Waits until every item has been done, or the queue is closed.
    pub fn join(&self) {
        let waits = |state: &mut State<T>| state.unfinished > 0 && !state.closed;
        let waited = trace::blocks(trace::ALL_DONE, || self.finished.wait_while(self.lock(), waits));
        let _finished = waited.unwrap_or_else(PoisonError::into_inner);
    }

    /// Ends every wait. From now on, `get` returns `None`.
    pub fn close(&self) {
        self.lock().closed = true;
        self.available.notify_all();
        self.finished.notify_all();
    }

    /// Locks the state. A poisoned lock may be used, because no panic leaves it half-changed.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

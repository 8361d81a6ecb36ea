//! [`TaskTable`]: the futures of the unfinished tasks, and how one of them is polled.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use crate::wake::{ReadyQueue, TaskId, TaskWaker};

/// The tasks of an executor, by their numbers.
pub(crate) struct TaskTable {
    ready: Arc<ReadyQueue>,
    unfinished: RefCell<BTreeMap<TaskId, Entry>>,
    last_id: Cell<TaskId>,
    is_closed: Cell<bool>,
}

struct Entry {
    future: Option<Pin<Box<dyn Future<Output = ()>>>>,
    waker: Arc<TaskWaker>,
}

/// What an unfinished task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskState {
    /// It is polled, so its future is not in the table.
    Polled,
    /// It has been woken, and is to be polled.
    Queued,
    /// It is polled again only if its waker is called.
    Waiting,
}

impl TaskTable {
    pub(crate) fn new(ready: Arc<ReadyQueue>) -> TaskTable {
        let (last_id, is_closed) = (Cell::new(0), Cell::new(false));
        TaskTable { ready, unfinished: RefCell::default(), last_id, is_closed }
    }

    pub(crate) fn ready(&self) -> &ReadyQueue {
        &self.ready
    }

    /// Returns the number and the waker of a new task.
    pub(crate) fn new_waker(&self) -> (TaskId, Arc<TaskWaker>) {
        let id = self.last_id.get() + 1;
        self.last_id.set(id);
        (id, Arc::new(TaskWaker::new(id, &self.ready)))
    }

    /// Adds a task, ready for its first poll. A closed table drops it, which cancels it.
    pub(crate) fn insert(&self, future: Pin<Box<dyn Future<Output = ()>>>) -> TaskId {
        let (id, waker) = self.new_waker();
        if self.is_closed.get() {
            return id;
        }
        let entry = Entry { future: Some(future), waker: Arc::clone(&waker) };
        self.unfinished.borrow_mut().insert(id, entry);
        Waker::from(waker).wake();
        id
    }

    /// Drops a task's future. If the task is being polled, that happens when the poll returns.
    pub(crate) fn remove(&self, id: TaskId) {
        // The future is dropped after the borrow, because that may cancel and spawn other tasks.
        let _entry = self.unfinished.borrow_mut().remove(&id);
    }

    /// Closes the table: drops all futures, and from now on every new one. The drop of a future may spawn another.
    pub(crate) fn close(&self) {
        self.is_closed.set(true);
        let _entries = self.unfinished.take();
    }

    /// Returns what an unfinished task does.
    #[allow(dead_code, reason = "tests ask for it")]
    pub(crate) fn state(&self, id: TaskId) -> Option<TaskState> {
        self.unfinished.borrow().get(&id).map(|entry| match &entry.future {
            None => TaskState::Polled,
            Some(_) if entry.waker.is_queued() => TaskState::Queued,
            Some(_) => TaskState::Waiting,
        })
    }

    /// Polls a task. A task that was woken after its end has no entry any more.
    pub(crate) fn poll(&self, id: TaskId) {
        let taken = self.unfinished.borrow_mut().get_mut(&id).and_then(|entry| {
            let future = entry.future.take()?;
            Some((future, Arc::clone(&entry.waker)))
        });
        let Some((mut future, waker)) = taken else { return };
        waker.begin_poll();
        let waker = Waker::from(waker);
        let is_pending = future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending();
        let mut unfinished = self.unfinished.borrow_mut();
        match unfinished.get_mut(&id) {
            Some(entry) if is_pending => entry.future = Some(future),
            // It has finished, or was cancelled during the poll. It is dropped after the borrow.
            _ => {
                let _entry = unfinished.remove(&id);
                drop(unfinished);
            }
        }
    }
}

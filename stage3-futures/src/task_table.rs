//! [`TaskTable`]: the futures of the unfinished tasks, and how one of them is polled.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
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

impl fmt::Debug for TaskTable {
    /// Says what each task waits for. A task that is not in the ready queue is polled again only if its waker
    /// is called.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unfinished = self.unfinished.borrow();
        let mut tasks = f.debug_map();
        for (id, entry) in &*unfinished {
            // The table holds one waker itself.
            let is_held = Arc::strong_count(&entry.waker) > 1;
            let state = match entry {
                Entry { future: None, .. } => "is being polled",
                _ if self.ready.contains(*id) => "is in the ready queue",
                _ if entry.waker.is_queued() => "counts as queued, but is not in the ready queue",
                _ if is_held => "is not in the ready queue, and something holds its waker",
                _ => "is not in the ready queue, and nothing holds its waker",
            };
            tasks.entry(id, &format_args!("{state}"));
        }
        tasks.finish()
    }
}

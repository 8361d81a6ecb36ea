//! The table is borrowed for as long as one of its futures is in use.
//!
//! The future may spawn and cancel other tasks: they need the table.
//!
//! Dies: parts::table::a_task_may_spawn_another_one_during_its_poll
//! Says: the table must not be borrowed

impl TaskTable {
    fn poll(&self, id: TaskId) {
        let mut unfinished = self.unfinished.borrow_mut();
        let Some(entry) = unfinished.get_mut(&id) else { return };
        let Some(mut future) = entry.future.take() else { return };
        entry.waker.begin_poll();
        let waker = Waker::from(Arc::clone(&entry.waker));
        if future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
            entry.future = Some(future);
        } else {
            unfinished.remove(&id);
        }
    }
}

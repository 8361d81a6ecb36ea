//! Take the entry out of the table, poll its future, and put it back.
//!
//! If the task cancels itself in its poll, `cancel` finds no entry. Then the future is put back, and nothing ever
//! polls or drops it.
//!
//! Dies: parts::table::a_task_that_cancels_itself_and_waits_is_dropped_when_its_poll_returns
//! Says: the task has cancelled itself, and its future is still there: was it put back?

impl TaskTable {
    fn poll(&self, id: TaskId) {
        let entry = self.unfinished.borrow_mut().remove(&id);
        let Some(mut entry) = entry else { return };
        entry.waker.begin_poll();
        let waker = Waker::from(Arc::clone(&entry.waker));
        let future = entry.future.as_mut().expect("it is not being polled");
        if future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
            self.unfinished.borrow_mut().insert(id, entry);
        }
    }
}

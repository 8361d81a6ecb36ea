//! The table keeps the future.
//!
//! It was taken out for the poll. The entry is empty, and the next wake-up finds nothing to poll.
//!
//! Dies: parts::table::a_task_is_polled_again_after_each_wake_up
//! Says: its future is not in the table

impl TaskTable {
    fn poll(&self, id: TaskId) {
        let taken = self.unfinished.borrow_mut().get_mut(&id).and_then(|entry| {
            let future = entry.future.take()?;
            Some((future, Arc::clone(&entry.waker)))
        });
        let Some((mut future, waker)) = taken else { return };
        waker.begin_poll();
        let waker = Waker::from(waker);
        let is_pending = future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending();
        if !is_pending {
            let _entry = self.unfinished.borrow_mut().remove(&id);
        }
    }
}

//! The flag is the business of the waker.
//!
//! Only the executor knows when the poll begins. The task is polled once, and never again.
//!
//! Dies: task_table::a_task_that_is_woken_after_its_poll_is_polled_again
//! Says: its flag is still set

impl TaskTable {
    fn poll(&self, id: TaskId) {
        let taken = self.unfinished.borrow_mut().get_mut(&id).and_then(|entry| {
            let future = entry.future.take()?;
            Some((future, Arc::clone(&entry.waker)))
        });
        let Some((mut future, waker)) = taken else { return };
        let waker = Waker::from(waker);
        let is_pending = future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending();
        let mut unfinished = self.unfinished.borrow_mut();
        match unfinished.get_mut(&id) {
            Some(entry) if is_pending => entry.future = Some(future),
            _ => {
                let _entry = unfinished.remove(&id);
                drop(unfinished);
            }
        }
    }
}

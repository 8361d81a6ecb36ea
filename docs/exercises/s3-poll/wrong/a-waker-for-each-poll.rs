//! Any waker of the task will do, so make one for each poll.
//!
//! Each has a flag of its own, and `begin_poll` clears only that of the entry. A waker that was called once counts as
//! queued for ever.
//!
//! Dies: parts::table::a_task_is_polled_again_after_each_wake_up
//! Says: do all polls of a task have the same waker?

impl TaskTable {
    fn poll(&self, id: TaskId) {
        let taken = self.unfinished.borrow_mut().get_mut(&id).and_then(|entry| {
            let future = entry.future.take()?;
            Some((future, Arc::clone(&entry.waker)))
        });
        let Some((mut future, waker)) = taken else { return };
        waker.begin_poll();
        let waker = Waker::from(Arc::new(TaskWaker::new(id, &self.ready)));
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

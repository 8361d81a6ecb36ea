//! A task that was woken during its own poll has something to do, so it is polled again at once.
//!
//! The wake-up has put it into the ready queue, so it is polled once more for nothing. And a task that wakes itself in
//! each poll never lets another one run.
//!
//! Dies: parts::table::a_task_that_is_woken_during_its_own_poll_is_polled_once_more
//! Says: one call of `poll` must poll the task once

impl TaskTable {
    pub(crate) fn poll(&self, id: TaskId) {
        let taken = self.unfinished.borrow_mut().get_mut(&id).and_then(|entry| {
            let future = entry.future.take()?;
            Some((future, Arc::clone(&entry.waker)))
        });
        let Some((mut future, task_waker)) = taken else { return };
        let waker = Waker::from(Arc::clone(&task_waker));
        let is_pending = loop {
            task_waker.begin_poll();
            let is_pending = future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending();
            if !is_pending || !task_waker.is_queued() {
                break is_pending;
            }
        };
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

//! A wake-up during the poll found no future in the table, so when I put the future back, I push the
//! task's number again.
//!
//! The waker has pushed the number itself, because the flag was clear. Now the queue has the task
//! twice, and the second poll is for nothing.
//!
//! Dies: parts::table::a_task_that_is_woken_during_its_own_poll_is_polled_once_more
//! Says: its waker has queued it already

impl TaskTable {
    pub(crate) fn poll(&self, id: TaskId) {
        let taken = self.unfinished.borrow_mut().get_mut(&id).and_then(|entry| {
            let future = entry.future.take()?;
            Some((future, Arc::clone(&entry.waker)))
        });
        let Some((mut future, task_waker)) = taken else { return };
        task_waker.begin_poll();
        let waker = Waker::from(Arc::clone(&task_waker));
        let is_pending = future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending();
        let mut unfinished = self.unfinished.borrow_mut();
        match unfinished.get_mut(&id) {
            Some(entry) if is_pending => {
                entry.future = Some(future);
                if task_waker.is_queued() {
                    self.ready.push(id);
                }
            }
            _ => {
                let _entry = unfinished.remove(&id);
                drop(unfinished);
            }
        }
    }
}

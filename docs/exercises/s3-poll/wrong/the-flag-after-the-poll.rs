//! While a task is polled, it counts as queued.
//!
//! A wake-up during the poll queues nothing, and is lost.
//!
//! Dies: parts::table::a_task_that_is_woken_during_its_own_poll_is_polled_once_more
//! Says: was its flag cleared before the poll?

impl TaskTable {
    fn poll(&self, id: TaskId) {
        let taken = self.unfinished.borrow_mut().get_mut(&id).and_then(|entry| {
            let future = entry.future.take()?;
            Some((future, Arc::clone(&entry.waker)))
        });
        let Some((mut future, waker)) = taken else { return };
        let flag = Arc::clone(&waker);
        let waker = Waker::from(waker);
        let is_pending = future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending();
        flag.begin_poll();
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

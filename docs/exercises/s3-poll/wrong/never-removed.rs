//! A task that has finished is never woken, so its entry does no harm.
//!
//! The table grows with every task. A crawl of a day would keep an entry of each.
//!
//! Dies: parts::table::a_finished_task_leaves_the_table
//! Says: its entry must be removed, too

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
        if is_pending && let Some(entry) = self.unfinished.borrow_mut().get_mut(&id) {
            entry.future = Some(future);
        }
    }
}

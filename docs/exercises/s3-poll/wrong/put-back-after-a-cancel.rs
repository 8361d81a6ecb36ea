//! A future that is pending goes back into the table.
//!
//! If the task has cancelled itself meanwhile, its future would stay there, and never be dropped.
//!
//! Dies: task_table::a_task_that_cancels_itself_and_waits_is_dropped_when_its_poll_returns
//! Says: the future of the cancelled task was not dropped

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
        let mut unfinished = self.unfinished.borrow_mut();
        if is_pending {
            let waker = Arc::new(TaskWaker::new(id, &self.ready));
            unfinished.entry(id).or_insert(Entry { future: None, waker }).future = Some(future);
        } else {
            let _entry = unfinished.remove(&id);
            drop(unfinished);
        }
    }
}

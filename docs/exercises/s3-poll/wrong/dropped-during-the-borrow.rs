//! It does not matter where in the function a future is dropped.
//!
//! The drop of a future may spawn and cancel other tasks: they need the table.
//!
//! Dies: parts::table::a_value_of_a_task_that_cancels_itself_may_spawn_when_it_is_dropped
//! Says: the future was dropped while the table was borrowed

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
        match unfinished.get_mut(&id) {
            Some(entry) if is_pending => entry.future = Some(future),
            _ => {
                drop(future);
                unfinished.remove(&id);
            }
        }
    }
}

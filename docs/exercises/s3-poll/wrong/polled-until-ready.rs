//! A task that is pending is polled again.
//!
//! It has nothing to do until it is woken. All other tasks wait meanwhile.
//!
//! Dies: parts::table::a_task_is_polled_again_after_each_wake_up
//! Says: a task must be polled only when it was woken

impl TaskTable {
    fn poll(&self, id: TaskId) {
        let taken = self.unfinished.borrow_mut().get_mut(&id).and_then(|entry| {
            let future = entry.future.take()?;
            Some((future, Arc::clone(&entry.waker)))
        });
        let Some((mut future, waker)) = taken else { return };
        waker.begin_poll();
        let waker = Waker::from(waker);
        let mut polled = future.as_mut().poll(&mut Context::from_waker(&waker));
        for _ in 0..1000 {
            if polled.is_pending() {
                polled = future.as_mut().poll(&mut Context::from_waker(&waker));
            }
        }
        let is_pending = polled.is_pending();
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

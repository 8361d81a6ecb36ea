//! A number in the ready queue belongs to a task in the table.
//!
//! A task may be woken after its end, or cancelled while it is in the queue: then it has no entry any more.
//!
//! Dies: parts::table::a_wake_up_after_the_end_of_a_task_is_harmless
//! Says: a task was woken after its end: a number without an entry is no mistake

impl TaskTable {
    fn poll(&self, id: TaskId) {
        let (mut future, waker) = {
            let mut unfinished = self.unfinished.borrow_mut();
            let entry = unfinished.get_mut(&id).expect("it is in the table");
            (entry.future.take().expect("it is not being polled"), Arc::clone(&entry.waker))
        };
        waker.begin_poll();
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

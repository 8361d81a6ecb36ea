//! When nothing is unfinished, no item can come, so `get` returns `None`.
//!
//! Items may also come from elsewhere: the roots of a crawl do. Only `close` says that none will come.
//!
//! Dies: queue::a_closed_queue_returns_no_item_to_a_getter_that_has_waited
//! Says: returned from an empty queue that is not closed

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        let waits = |state: &mut State<T>| state.items.is_empty() && !state.closed && state.unfinished > 0;
        let mut state = self.available.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        if state.closed { None } else { state.items.pop_front() }
    }
}

impl<T> Queue<T> {
    pub fn task_done(&self) {
        let mut state = self.lock();
        state.unfinished = state.unfinished.checked_sub(1).expect("task_done once for each item");
        if state.unfinished == 0 {
            self.finished.notify_all();
            self.available.notify_all();
        }
    }
}

//! An item is done when a worker has taken it.
//!
//! Then the work only begins. The crawl would end while its last pages are being fetched.
//!
//! Dies: queue::an_empty_queue_is_not_joined_before_its_last_item_is_done
//! Says: an empty queue is not a finished one

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        let waits = |state: &mut State<T>| state.items.is_empty() && !state.closed;
        let mut state = self.available.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return None;
        }
        state.unfinished = state.unfinished.saturating_sub(1);
        if state.unfinished == 0 {
            self.finished.notify_all();
        }
        state.items.pop_front()
    }

    pub fn task_done(&self) {}
}

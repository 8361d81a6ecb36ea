//! An empty queue is a finished one.
//!
//! The worker that has the last item may still put more. Unfinished items count, not those in the queue.
//!
//! Dies: queue_moments::an_empty_queue_is_not_joined_before_its_last_item_is_done
//! Says: an empty queue is not a finished one

impl<T> Queue<T> {
    pub fn task_done(&self) {
        let mut state = self.lock();
        state.unfinished = state.unfinished.checked_sub(1).expect("task_done once for each item");
        self.finished.notify_all();
    }

    pub fn join(&self) {
        let waits = |state: &mut State<T>| !state.items.is_empty() && !state.closed;
        let _finished = self.finished.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
    }
}

//! A `task_done` too many does no harm.
//!
//! It makes up for one that is missing elsewhere, or ends a later `join` too early. A panic shows the mistake where it
//! is made.
//!
//! Dies: queue_moments::an_item_cannot_be_done_twice
//! Says: a worker's mistake is hidden

impl<T> Queue<T> {
    pub fn task_done(&self) {
        let mut state = self.lock();
        state.unfinished = state.unfinished.saturating_sub(1);
        if state.unfinished == 0 {
            self.finished.notify_all();
        }
    }
}

//! A wait needs a time limit, in case a notification is missed.
//!
//! None is missed, because the lock is held from the look to the sleep. The limit only wakes the thread for nothing.
//!
//! Dies: queue_moments::waiting_takes_no_time_of_the_processor
//! Says: `join` woke up for nothing

impl<T> Queue<T> {
    pub fn join(&self) {
        let mut state = self.lock();
        while state.unfinished > 0 && !state.closed {
            let limit = std::time::Duration::from_millis(50);
            state = self.finished.wait_timeout(state, limit).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

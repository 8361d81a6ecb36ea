//! A joiner that was woken may return.
//!
//! Another item may have been put since, and wake-ups may be spurious. The condition must be looked at again.
//!
//! Dies: queue_moments::a_joiner_that_is_woken_too_early_waits_on
//! Says: `join` returned with an unfinished item

impl<T> Queue<T> {
    pub fn join(&self) {
        let state = self.lock();
        if state.unfinished > 0 && !state.closed {
            drop(self.finished.wait(state).unwrap_or_else(PoisonError::into_inner));
        }
    }
}

//! A thread that waits must not hold the lock, so it gives the lock back, and then waits.
//!
//! In between, another thread may put an item, and notify no thread, because this one does not wait yet. It sleeps on, with
//! an item in the queue. `Condvar::wait` gives the lock back and begins the wait in one step.
//!
//! Dies: queue_moments::nothing_is_missed_between_the_look_and_the_wait
//! Says: keep the lock from the look to the wait

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        loop {
            let mut state = self.lock();
            if state.closed {
                return None;
            }
            if let Some(item) = state.items.pop_front() {
                return Some(item);
            }
            drop(state);
            let _state = self.available.wait(self.lock()).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

//! If another thread has panicked with the lock, the queue is broken, so `get` ends with `None`, by
//! `ok()?`.
//!
//! The panic of an extra `task_done` leaves the state whole. But from then on, each getter that asks is
//! told that the queue is closed, and the items stay in it.
//!
//! Dies: queue_moments::a_queue_whose_lock_is_poisoned_goes_on
//! Says: The state is whole, so use it

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        let waits = |state: &mut State<T>| state.items.is_empty() && !state.closed;
        let mut state = self.available.wait_while(self.lock(), waits).ok()?;
        if state.closed { None } else { state.items.pop_front() }
    }
}

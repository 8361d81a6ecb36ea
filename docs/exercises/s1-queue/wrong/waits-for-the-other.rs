//! Any `Condvar` of the queue wakes a getter.
//!
//! A thread is woken by the `Condvar` that it waits for, and `put` notifies `available`.
//!
//! Dies: queue_moments::a_finished_queue_goes_on
//! Says: `put` has notified `available`

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        let waits = |state: &mut State<T>| state.items.is_empty() && !state.closed;
        let mut state = self.finished.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        if state.closed { None } else { state.items.pop_front() }
    }
}

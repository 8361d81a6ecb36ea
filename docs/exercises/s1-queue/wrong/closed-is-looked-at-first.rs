//! Whether the queue is closed is asked once, before the wait.
//!
//! It may be closed during the wait, after an item has come. What was asked before a wait has to be asked again.
//!
//! Dies: queue::a_closed_queue_returns_no_item_to_a_getter_that_has_waited
//! Says: look at `closed` after the wait

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        let state = self.lock();
        if state.closed {
            return None;
        }
        let waits = |state: &mut State<T>| state.items.is_empty() && !state.closed;
        let mut state = self.available.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        state.items.pop_front()
    }
}

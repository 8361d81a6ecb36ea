//! A getter waits for an item, and for nothing else.
//!
//! When all is done, no item will come. Only `close` can end the wait then, and the condition must name it.
//!
//! Dies: queue_moments::closing_ends_every_wait
//! Says: look at `closed`, too

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        let waits = |state: &mut State<T>| state.items.is_empty();
        let mut state = self.available.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        if state.closed { None } else { state.items.pop_front() }
    }
}

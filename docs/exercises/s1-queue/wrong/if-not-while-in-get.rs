//! A getter that was woken has an item.
//!
//! Another thread may take the item between the wake-up and the return of `wait`. A wake-up promises nothing.
//!
//! Dies: queue_moments::a_getter_whose_item_was_taken_waits_on
//! Says: a wake-up promises nothing

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        let mut state = self.lock();
        if state.items.is_empty() && !state.closed {
            state = self.available.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed { None } else { state.items.pop_front() }
    }
}

//! A dropped getter wakes the next one if there is an item, and that is all.
//!
//! The waker of the dropped getter stays, and a later `put` calls it in vain.
//!
//! Dies: queue::any_queue::a_dropped_getter_is_not_woken
//! Says: the item woke a getter that is gone, or none

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        let next =
            self.queue.with(|state| if state.items.is_empty() { None } else { state.getters.pop_first() });
        if let Some((_, waker)) = next {
            waker.wake();
        }
    }
}

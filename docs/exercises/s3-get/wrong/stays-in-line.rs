//! A dropped getter wakes the next one if there is an item, and that is all.
//!
//! The waker of the dropped getter stays, and a later `put` calls it in vain.
//!
//! Dies: parts::queue::any_queue::a_dropped_getter_keeps_no_waker
//! Says: the queue still holds the waker of the dropped getter

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        let next =
            self.queue.with(|state| if state.items.is_empty() { None } else { state.getters.pop_first() });
        if let Some((_, waker)) = next {
            waker.wake();
        }
    }
}

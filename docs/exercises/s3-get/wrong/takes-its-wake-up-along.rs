//! A getter that is gone needs nothing but to leave the line.
//!
//! If it was woken for an item, no other getter is woken for this item.
//!
//! Dies: parts::queue::any_queue::a_dropped_getter_passes_its_wake_up_on
//! Says: the dropped getter was woken for the item: it must wake the next one

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        let _own = self.queue.with(|state| state.getters.remove(&self.number));
    }
}

//! A getter that leaves puts its item back.
//!
//! It has no item yet: the first one is for the next getter. Put again, it is the last one, and counts as unfinished
//! twice.
//!
//! Dies: parts::queue::the_items_keep_their_order_when_a_getter_is_dropped
//! Says: a dropped getter has moved an item: it only passes its wake-up on

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        let _own = self.queue.with(|state| state.getters.remove(&self.number));
        let next = self.queue.with(|state| state.items.pop_front());
        if let Some(item) = next {
            self.queue.put(item);
        }
    }
}

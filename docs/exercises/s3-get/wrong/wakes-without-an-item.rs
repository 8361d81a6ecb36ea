//! A getter that leaves wakes the next one in line.
//!
//! Without an item, that getter loses its place in the line: its waker is taken for nothing.
//!
//! Dies: parts::queue::a_getter_that_is_dropped_with_its_item_wakes_no_other
//! Says: a getter was woken, but there is no item

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        let (next, _own) = self.queue.with(|state| {
            let own = state.getters.remove(&self.number);
            (state.getters.pop_first(), own)
        });
        if let Some((_, waker)) = next {
            waker.wake();
        }
    }
}

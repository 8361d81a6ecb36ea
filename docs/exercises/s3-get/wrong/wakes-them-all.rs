//! Wake all getters: one of them will get the item.
//!
//! All others are polled for nothing, and lose their place in the line: a *thundering herd*.
//!
//! Dies: parts::queue::a_dropped_getter_wakes_no_more_than_one
//! Says: for one item, two getters were woken

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        let (all, _own) = self.queue.with(|state| {
            let own = state.getters.remove(&self.number);
            let all =
                if state.items.is_empty() { BTreeMap::new() } else { std::mem::take(&mut state.getters) };
            (all, own)
        });
        all.into_values().for_each(Waker::wake);
    }
}

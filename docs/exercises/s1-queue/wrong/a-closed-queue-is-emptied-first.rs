//! A closed queue takes no more items, and those that it has are still taken out.
//!
//! It is closed when the crawl is to end, which may be early. A worker that still got items would go on.
//!
//! Dies: queue_moments::a_closed_queue_returns_no_item
//! Says: a closed queue returns no item, even if it still has one

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        let waits = |state: &mut State<T>| state.items.is_empty() && !state.closed;
        let mut state = self.available.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        state.items.pop_front()
    }
}

//! TODO
//!
//! TODO
//!
//! Dies: TODO
//! Says: TODO

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        let _own = self.queue.with(|state| state.getters.remove(&self.number));
        let next = self.queue.with(|state| state.items.pop_front());
        if let Some(item) = next {
            self.queue.put(item);
        }
    }
}

//! First the next getter is woken, and then this one leaves the line.
//!
//! If this one is the first in line, it wakes its own task, which needs no item any more.
//!
//! Dies: TODO
//! Says: TODO

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        let (next, _own) = self.queue.with(|state| {
            let next = if state.items.is_empty() { None } else { state.getters.pop_first() };
            (next, state.getters.remove(&self.number))
        });
        if let Some((_, waker)) = next {
            waker.wake();
        }
    }
}

//! A waker only notes that a task is ready, so the queue may stay borrowed.
//!
//! Some wakers do. Another one polls its task at once, and that task uses this queue.
//!
//! Dies: parts::queue::the_waker_that_a_dropped_getter_wakes_may_use_the_queue
//! Says: end the borrow first

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        let mut state = self.queue.0.borrow_mut();
        let _own = state.getters.remove(&self.number);
        if !state.items.is_empty()
            && let Some((_, waker)) = state.getters.pop_first()
        {
            waker.wake();
        }
    }
}

//! First the next getter is woken, and then this one leaves the line.
//!
//! If this one is the first in line, it wakes its own task, which needs no item any more.
//!
//! Dies: parts::queue::a_getter_that_leaves_the_line_does_not_wake_its_own_task
//! Says: the dropped getter woke its own task: it must leave the line first

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

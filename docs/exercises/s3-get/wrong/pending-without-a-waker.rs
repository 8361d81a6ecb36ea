//! `Pending` says that the future is not ready, and `put` does the rest.
//!
//! `put` can only call a waker that was stored. Without it, the task is never polled again.
//!
//! Dies: parts::queue::each_item_wakes_only_the_getter_that_waits_longest
//! Says: the future returned `Pending`, and stored its waker nowhere

impl<T> Future for Get<T> {
    fn poll(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<T> {
        let item = self.queue.with(|state| state.items.pop_front());
        item.map_or(Poll::Pending, Poll::Ready)
    }
}

//! A getter that is in line has its waker there.
//!
//! Each poll may come with another waker, for example after the future was moved to another task.
//!
//! Dies: parts::queue::any_queue::the_latest_waker_of_a_getter_counts
//! Says: the waker of the latest poll must be called, and no other

impl<T> Future for Get<T> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let (item, _old_waker) = self.queue.with(|state| match state.items.pop_front() {
            Some(item) => (Poll::Ready(item), state.getters.remove(&self.number)),
            None => {
                state.getters.entry(self.number).or_insert_with(|| cx.waker().clone());
                (Poll::Pending, None)
            }
        });
        item
    }
}

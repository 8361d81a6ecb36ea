//! A waker that was replaced may be dropped at once.
//!
//! It may be the last thing that holds its task. Then the drop runs any code, also code that uses this queue.
//!
//! Dies: parts::queue::a_waker_that_is_replaced_may_use_the_queue
//! Says: end the borrow first

impl<T> Future for Get<T> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let mut state = self.queue.0.borrow_mut();
        match state.items.pop_front() {
            Some(item) => {
                state.getters.remove(&self.number);
                Poll::Ready(item)
            }
            None => {
                state.getters.insert(self.number, cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

//! A getter with its item has been woken, so its waker is out of the line.
//!
//! A spurious poll may give it an item before it was woken. Then `put` calls its waker in vain.
//!
//! Dies: parts::queue::a_getter_that_has_its_item_is_no_longer_in_line
//! Says: is the waker of one that has its item still stored?

impl<T> Future for Get<T> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let (item, _old_waker) = self.queue.with(|state| match state.items.pop_front() {
            Some(item) => (Poll::Ready(item), None),
            None => (Poll::Pending, state.getters.insert(self.number, cx.waker().clone())),
        });
        item
    }
}

//! First come, first served: a getter that is new stands in line behind those that wait.
//!
//! `put` has taken the waker of the getter that it woke out of `getters`, so that one counts as new, too. If another one
//! waits, it waits again: the item lies in the queue, and no getter is woken for it.
//!
//! Dies: parts::queue::a_getter_keeps_its_place_if_another_one_takes_its_item
//! Says: a getter that is polled must take the first one, whichever getters wait

impl<T> Future for Get<T> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let (item, _old_waker) = self.queue.with(|state| {
            let old_waker = state.getters.remove(&self.number);
            let item = if state.getters.is_empty() { state.items.pop_front() } else { None };
            if item.is_none() {
                state.getters.insert(self.number, cx.waker().clone());
            }
            (item, old_waker)
        });
        item.map_or(Poll::Pending, Poll::Ready)
    }
}

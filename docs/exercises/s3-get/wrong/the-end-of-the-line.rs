//! Each poll that finds nothing goes to the end of the line.
//!
//! A getter that is polled often is then served last, or never.
//!
//! Dies: queue::a_getter_keeps_its_place_if_another_one_takes_its_item
//! Says: polled again, it must not go to the end of the line

impl<T> Future for Get<T> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let mut getter = self;
        let before = getter.number;
        let (item, number, _old_waker) = getter.queue.with(|state| {
            let old_waker = state.getters.remove(&before);
            match state.items.pop_front() {
                Some(item) => (Poll::Ready(item), before, old_waker),
                None => {
                    state.last_number += 1;
                    state.getters.insert(state.last_number, cx.waker().clone());
                    (Poll::Pending, state.last_number, old_waker)
                }
            }
        });
        getter.number = number;
        item
    }
}

//! An item in a local variable is safe.
//!
//! The variable belongs to the future. If the future is dropped at its next await, the item is dropped, too.
//!
//! Dies: parts::queue::a_getter_that_waits_is_woken_by_a_put_and_not_before
//! Says: and does not return it

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        let item = self.receiver.recv().await.expect("the channel is open while the queue has its sender");
        // It would be fair to let the other getters have their turn.
        let mut yielded = false;
        std::future::poll_fn(|cx| {
            if std::mem::replace(&mut yielded, true) {
                return std::task::Poll::Ready(());
            }
            cx.waker().wake_by_ref();
            std::task::Poll::Pending
        })
        .await;
        item
    }
}

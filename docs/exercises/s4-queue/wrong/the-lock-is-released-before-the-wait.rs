//! A lock must not be held across an `.await`.
//!
//! The channel has place for one waker. Without the lock, each getter that is polled replaces the waker of
//! the one before.
//!
//! Dies: queue::a_getter_that_waits_with_others_is_woken_for_an_item_of_its_own
//! Says: it must keep the lock meanwhile

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        std::future::poll_fn(|cx| {
            let mut lock = std::pin::pin!(self.receiver.lock());
            match lock.as_mut().poll(cx) {
                std::task::Poll::Ready(mut receiver) => receiver.poll_next_unpin(cx),
                std::task::Poll::Pending => std::task::Poll::Pending,
            }
        })
        .await
        .expect("the channel is open while the queue has its sender")
    }
}

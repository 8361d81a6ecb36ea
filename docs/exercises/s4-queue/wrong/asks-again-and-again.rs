//! Waiting is asking until there is an answer.
//!
//! A future that wakes itself is polled at once, and again. The thread never sleeps, although there is
//! nothing to do.
//!
//! Dies: queue::a_getter_that_waits_is_woken_by_a_put_and_not_before
//! Says: the queue is empty, and the getter wakes itself

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        std::future::poll_fn(|cx| {
            let receiver = self.receiver.try_lock();
            match receiver.and_then(|mut receiver| receiver.try_recv().ok()) {
                Some(item) => std::task::Poll::Ready(item),
                None => {
                    cx.waker().wake_by_ref();
                    std::task::Poll::Pending
                }
            }
        })
        .await
    }
}

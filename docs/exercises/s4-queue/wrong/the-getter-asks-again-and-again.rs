//! If there is no item, let the others have their turn, and look again.
//!
//! A future that wakes itself is polled at once, and again. The thread never sleeps while all workers wait for a page.
//!
//! Dies: parts::queue::a_getter_that_waits_is_woken_by_a_put_and_not_before
//! Says: the queue is empty, and the getter wakes itself

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        std::future::poll_fn(|cx| match self.receiver.try_recv() {
            Ok(item) => std::task::Poll::Ready(item),
            Err(_) => {
                cx.waker().wake_by_ref();
                std::task::Poll::Pending
            }
        })
        .await
    }
}

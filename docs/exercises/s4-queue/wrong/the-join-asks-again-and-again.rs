//! The join may as well look at every turn.
//!
//! A future that wakes itself is polled at once, and again. The thread never sleeps while a page is on its
//! way.
//!
//! Dies: parts::queue::two_joins_may_wait_at_once
//! Says: an item is unfinished, and the join wakes itself

impl<T> Queue<T> {
    pub async fn join(&self) {
        std::future::poll_fn(|cx| {
            if self.unfinished.get() == 0 {
                return std::task::Poll::Ready(());
            }
            cx.waker().wake_by_ref();
            std::task::Poll::Pending
        })
        .await
    }
}

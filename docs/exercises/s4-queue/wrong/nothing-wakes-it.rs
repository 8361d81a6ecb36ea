//! If there is no item, return `Pending`: the executor asks later.
//!
//! `Pending` promises a wake-up. Nothing has this getter's waker, so it sleeps for ever.
//!
//! Dies: parts::queue::a_getter_that_waits_is_woken_by_a_put_and_not_before
//! Says: its waker is stored nowhere

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        std::future::poll_fn(|_| {
            let receiver = self.receiver.try_lock();
            match receiver.and_then(|mut receiver| receiver.try_recv().ok()) {
                Some(item) => std::task::Poll::Ready(item),
                None => std::task::Poll::Pending,
            }
        })
        .await
    }
}

//! If there is no item, return `Pending`: the executor asks later.
//!
//! `Pending` promises a wake-up. Nothing has this getter's waker, so it sleeps for ever.
//!
//! Dies: parts::queue::a_getter_that_waits_is_woken_by_a_put_and_not_before
//! Says: its waker is stored nowhere

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        std::future::poll_fn(|_| match self.receiver.try_recv() {
            Ok(item) => std::task::Poll::Ready(item),
            Err(_) => std::task::Poll::Pending,
        })
        .await
    }
}

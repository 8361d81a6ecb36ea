//! Only one getter may wait for the channel, so the others try the lock.
//!
//! A lock that is tried stores no waker. When the first getter has its item, nothing wakes the next one.
//!
//! Dies: queue::a_getter_that_waits_with_others_is_woken_for_an_item_of_its_own
//! Says: it must wait for the lock by an `.await`

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        loop {
            if let Some(mut receiver) = self.receiver.try_lock() {
                return receiver.next().await.expect("the channel is open while the queue has its sender");
            }
            futures::pending!();
        }
    }
}

//! `block_on` is how one waits for a lock.
//!
//! It blocks the thread, which the getter with the lock needs to get its item.
//!
//! Dies: queue::a_getter_that_waits_with_others_is_woken_for_an_item_of_its_own
//! Says: a poll does not return

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        let mut receiver = futures::executor::block_on(self.receiver.lock());
        receiver.next().await.expect("the channel is open while the queue has its sender")
    }
}

//! `block_on` is how one waits for a lock.
//!
//! It blocks the thread, which the getter with the lock needs to get its item.
//!
//! Dies: parts::queue::a_dropped_getter_that_was_next_makes_another_one_next
//! Says: something blocks the thread

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        let mut receiver = futures::executor::block_on(self.receiver.lock());
        receiver.next().await.expect("the channel is open while the queue has its sender")
    }
}

//! All getters run on one thread, so the lock is always free.
//!
//! A getter keeps the lock while it waits for an item. Meanwhile, the thread polls the others.
//!
//! Dies: parts::queue::a_getter_that_waits_with_others_is_woken_for_an_item_of_its_own
//! Says: a getter panicked because another one waits

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        let mut receiver = self.receiver.try_lock().expect("there is one thread");
        receiver.next().await.expect("the channel is open while the queue has its sender")
    }
}

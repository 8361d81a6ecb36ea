//! All getters run on one thread, so the lock is always free.
//!
//! A getter keeps the lock while it waits for an item. Meanwhile, the thread polls the others.
//!
//! Dies: queue::a_dropped_getter_that_was_next_makes_another_one_next
//! Says: a getter panicked because another one waits

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        let mut receiver = self.receiver.try_lock().expect("there is one thread");
        receiver.next().await.expect("the channel is open while the queue has its sender")
    }
}

//! `recv_blocking` is how one waits for an item.
//!
//! It blocks the thread, which the other tasks need to put one.
//!
//! Dies: parts::queue::a_getter_that_waits_is_woken_by_a_put_and_not_before
//! Says: something blocks the thread

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        self.receiver.recv_blocking().expect("the channel is open while the queue has its sender")
    }
}

//! If there is no item, there is nothing to get.
//!
//! A worker that has the last item may still put more. The getter has to wait for that.
//!
//! Dies: parts::queue::a_getter_that_waits_is_woken_by_a_put_and_not_before
//! Says: an empty queue is no error

impl<T> Queue<T> {
    pub async fn get(&self) -> T {
        self.receiver.try_recv().expect("there is an item")
    }
}

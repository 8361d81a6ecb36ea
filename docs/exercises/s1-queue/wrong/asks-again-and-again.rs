//! To wait is to ask until the answer is yes.
//!
//! That keeps a processor busy for nothing. A thread that sleeps in `Condvar::wait` costs none.
//!
//! Dies: queue::an_empty_queue_is_not_joined_before_its_last_item_is_done
//! Says: `join` asks again and again

impl<T> Queue<T> {
    pub fn join(&self) {
        loop {
            let state = self.lock();
            if state.unfinished == 0 || state.closed {
                return;
            }
            drop(state);
            std::thread::yield_now();
        }
    }
}

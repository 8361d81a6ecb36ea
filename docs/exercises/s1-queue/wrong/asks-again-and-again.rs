//! To wait is to ask until the answer is yes.
//!
//! That keeps a processor busy for nothing. A thread that sleeps in `Condvar::wait` costs none.
//!
//! Dies: queue::every_joiner_is_woken
//! Says: `join` does not sleep while an item is unfinished

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

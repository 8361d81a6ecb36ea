//! To wait is to sleep a little, and to ask again.
//!
//! The thread wakes up for nothing, or too late. The thread that puts an item can wake it at the right time.
//!
//! Dies: queue::waiting_takes_no_time_of_the_processor
//! Says: while the queue is empty

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        loop {
            let mut state = self.lock();
            if state.closed {
                return None;
            }
            if let Some(item) = state.items.pop_front() {
                return Some(item);
            }
            drop(state);
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

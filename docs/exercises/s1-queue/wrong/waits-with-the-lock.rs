//! The lock keeps the state as it is until the wait is over.
//!
//! Then no other thread can change it: the item that the getter waits for cannot be put. `Condvar::wait` gives the lock
//! back.
//!
//! Dies: queue_moments::waiting_takes_no_time_of_the_processor
//! Says: and never releases the lock

impl<T> Queue<T> {
    pub fn get(&self) -> Option<T> {
        let mut state = self.lock();
        while state.items.is_empty() && !state.closed {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        if state.closed { None } else { state.items.pop_front() }
    }
}

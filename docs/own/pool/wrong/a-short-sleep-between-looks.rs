//! A short sleep between two looks costs nothing.
//!
//! Each look costs a wake-up, and each end is noticed late. A `Condvar` wakes the thread once, and at once.
//!
//! Dies: level2::waiting_takes_no_time_of_the_processor
//! Says: what waits sleeps until it is woken

// in place of
        drop(self.0.finished.wait_while(lock(&self.0.state), |state| state.unfinished > 0 && !state.closed));
// stands
        let waits = |state: MutexGuard<'_, State<T>>| state.unfinished > 0 && !state.closed;
        while waits(lock(&self.0.state)) {
            thread::sleep(std::time::Duration::from_millis(10));
        }
// end of block

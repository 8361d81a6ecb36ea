//! A subtraction from 0 panics by itself.
//!
//! It does in a debug build. In a release build, the count wraps to 18 quintillions, and no `join` returns.
//!
//! Dies: queue_moments::an_item_cannot_be_done_twice
//! Says: `-=` wraps here

impl<T> Queue<T> {
    pub fn task_done(&self) {
        let mut state = self.lock();
        state.unfinished -= 1;
        if state.unfinished == 0 {
            self.finished.notify_all();
        }
    }
}

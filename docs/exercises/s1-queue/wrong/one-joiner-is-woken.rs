//! One notification is enough, because the queue is finished once.
//!
//! Several threads may join. The end of all work concerns each of them, unlike an item, which only one can
//! take.
//!
//! Dies: queue_moments::every_joiner_is_woken
//! Says: `task_done` must wake all of them

impl<T> Queue<T> {
    pub fn task_done(&self) {
        let mut state = self.lock();
        state.unfinished = state.unfinished.checked_sub(1).expect("task_done once for each item");
        if state.unfinished == 0 {
            self.finished.notify_one();
        }
    }
}

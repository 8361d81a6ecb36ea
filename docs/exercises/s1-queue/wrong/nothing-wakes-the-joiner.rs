//! A joiner sees that the count is 0.
//!
//! It sleeps, and sees nothing. The thread that changes what others wait for must notify them.
//!
//! Dies: queue_moments::an_empty_queue_is_not_joined_before_its_last_item_is_done
//! Says: a joiner sleeps on after the last `task_done`

impl<T> Queue<T> {
    pub fn task_done(&self) {
        let mut state = self.lock();
        state.unfinished = state.unfinished.checked_sub(1).expect("task_done once for each item");
    }
}

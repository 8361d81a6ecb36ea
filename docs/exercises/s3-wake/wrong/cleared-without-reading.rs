//! The old value of the flag is of no use, so store the new one.
//!
//! A thread that has found the flag set relies on this poll to see what it did before. Only a read of the flag makes
//! that visible.
//!
//! Dies: schedules::ready_queue::a_poll_sees_what_was_done_before_its_wake_up
//! Says: must read and clear it in one step

impl TaskWaker {
    pub fn begin_poll(&self) {
        self.is_queued.store(false, SeqCst);
    }
}

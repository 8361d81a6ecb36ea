//! To read the flag and to clear it are a load and a store.
//!
//! A thread may wake the task between the two. It finds the flag set, and the load came too early to see what it did.
//!
//! Dies: ready_queue_memory::a_poll_sees_what_was_done_before_its_wake_up
//! Says: its last poll does not see what the thread did before

impl TaskWaker {
    pub fn begin_poll(&self) {
        let _ = self.is_queued.load(SeqCst);
        self.is_queued.store(false, SeqCst);
    }
}

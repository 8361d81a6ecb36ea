//! A flag is one value, and an atomic is atomic in any ordering.
//!
//! That is true of the flag. But with `Relaxed`, nothing else becomes visible with it: the poll may run before what
//! the other thread did.
//!
//! Dies: ready_queue_memory::a_poll_sees_what_was_done_before_its_wake_up
//! Says: its last poll does not see what the thread did before

impl TaskWaker {
    pub fn begin_poll(&self) {
        self.is_queued.swap(false, std::sync::atomic::Ordering::Relaxed);
    }
}

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_queued.swap(true, std::sync::atomic::Ordering::Relaxed) {
            self.ready.push(self.id);
        }
    }
}

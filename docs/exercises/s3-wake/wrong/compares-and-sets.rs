//! A flag that is set already need not be set again: `compare_exchange` is enough.
//!
//! If it finds the flag set, it writes nothing. So the coming poll, which reads what was written last, does not see
//! what this thread did before.
//!
//! Dies: ready_queue_memory::a_poll_sees_what_was_done_before_its_wake_up
//! Says: its last poll does not see what the thread did before

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        if self.is_queued.compare_exchange(false, true, SeqCst, SeqCst).is_ok() {
            self.ready.push(self.id);
        }
    }
}

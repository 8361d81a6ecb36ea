//! The old value of the flag is of no use, so store the new one.
//!
//! The poll reads what was stored last, and sees what that thread did before. What another thread did before its own
//! store need not be visible: its wake-up is lost.
//!
//! Dies: executor_memory::a_poll_sees_what_was_done_before_its_wake_ups
//! Says: the swap that clears the flag before a poll must read

impl Wake for Flag {
    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.store(true, SeqCst);
        self.notifier.notify();
    }
}

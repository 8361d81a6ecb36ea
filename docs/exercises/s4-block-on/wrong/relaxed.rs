//! An atomic flag is atomic in any ordering.
//!
//! The flag itself is. But what the other thread did before its wake-up, such as storing a result, need not
//! be visible to the poll.
//!
//! Dies: executor_memory::a_poll_sees_what_was_done_before_its_wake_ups
//! Says: set and clear the flag by a swap with `SeqCst`

impl Wake for Flag {
    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.swap(true, std::sync::atomic::Ordering::Relaxed);
        self.notifier.notify();
    }
}

//! The order of the two steps does not matter.
//!
//! If the thread is notified first, it may look at the flag before that is set, and sleep again. Nothing
//! notifies it a second time.
//!
//! Dies: executor_moments::a_wake_up_from_another_thread_ends_the_sleep
//! Says: has notified the reactor before it has set the flag

impl Wake for Flag {
    fn wake_by_ref(self: &Arc<Self>) {
        self.notifier.notify();
        self.is_woken.swap(true, SeqCst);
    }
}

//! The order of the two steps does not matter.
//!
//! If the thread is notified first, it may look at the flag before that is set, and sleep again. Nothing
//! notifies it a second time.
//!
//! Dies: executor::a_wake_up_between_the_poll_and_the_sleep_is_not_lost
//! Says: a wake-up between the poll and the sleep is lost

impl Wake for Flag {
    fn wake_by_ref(self: &Arc<Self>) {
        self.notifier.notify();
        self.is_woken.swap(true, SeqCst);
    }
}

//! Ending the sleep of the thread is what wakes the future.
//!
//! The thread looks at the flag, finds nothing to do, and sleeps again.
//!
//! Dies: executor::a_future_that_is_woken_during_its_own_poll_is_polled_again
//! Says: a wake-up during a poll is lost

impl Wake for Flag {
    fn wake_by_ref(self: &Arc<Self>) {
        self.notifier.notify();
    }
}

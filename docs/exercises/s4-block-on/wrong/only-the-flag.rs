//! The loop looks at the flag, so setting it is enough.
//!
//! The loop is asleep in the selector. Only `notify` ends that, if the wake-up comes from another thread.
//!
//! Dies: executor::a_wake_up_between_the_poll_and_the_sleep_is_not_lost
//! Says: the waker must set the flag, and then

impl Wake for Flag {
    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.swap(true, SeqCst);
    }
}

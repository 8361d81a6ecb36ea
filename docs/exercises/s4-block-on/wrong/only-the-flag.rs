//! The loop looks at the flag, so setting it is enough.
//!
//! The loop is asleep in the selector. Only `notify` ends that, if the wake-up comes from another thread.
//!
//! Dies: executor_moments::a_wake_up_from_another_thread_ends_the_sleep
//! Says: must set the flag, and then notify

impl Wake for Flag {
    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.swap(true, SeqCst);
    }
}

//! The loop looks at the flag, so setting it is enough.
//!
//! The loop is asleep in the selector. Only `notify` ends that, if the wake-up comes from another thread.
//!
//! Dies: executor::wake_ups_from_many_threads_end_the_sleep
//! Says: `wake` must notify the reactor

impl Wake for Flag {
    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.swap(true, SeqCst);
    }
}

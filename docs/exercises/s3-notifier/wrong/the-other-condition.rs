//! A thread that does not wait must be told that there is work.
//!
//! It will look for work before it sleeps. A thread that sleeps already does not look, so it must be told.
//!
//! Dies: notifier::a_thread_that_has_never_waited_is_not_notified
//! Says: no thread waits, but `notify` has called `end_wait`: spare the system call

impl Notifier {
    fn notify(&self) {
        if !self.is_waiting.load(SeqCst) {
            (self.end_wait)();
        }
    }
}

//! A thread that was notified does not wait any more, so `notify` clears the flag after the call.
//!
//! The thread may have announced its next wait by then. This announcement is cleared, and the next work notifies
//! nothing.
//!
//! Dies: notifier::each_of_two_notifications_ends_a_sleep
//! Says: its flag is clear, although it has announced its sleep

impl Notifier {
    fn notify(&self) {
        if self.is_waiting.load(SeqCst) {
            (self.end_wait)();
            self.is_waiting.store(false, SeqCst);
        }
    }
}

//! A thread that was notified does not wait any more, so `notify` clears the flag after the call.
//!
//! The thread may have announced its next wait by then. This announcement is cleared, and the next work notifies
//! nothing.
//!
//! Dies: schedules::notifier::a_notification_ends_the_sleep_whenever_it_comes
//! Says: `notify` may clear the flag before it calls `end_wait`, but not afterwards

impl Notifier {
    fn notify(&self) {
        if self.is_waiting.load(SeqCst) {
            (self.end_wait)();
            self.is_waiting.store(false, SeqCst);
        }
    }
}

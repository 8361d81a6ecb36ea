//! A thread that does not wait must be told that there is work.
//!
//! It looks before it sleeps. The one that must be told is the one that waits already.
//!
//! Dies: notifier::a_notification_ends_the_sleep_whenever_it_comes
//! Says: because the notification came too early

impl Notifier {
    fn notify(&self) {
        if !self.is_waiting.load(SeqCst) {
            (self.end_wait)();
        }
    }
}

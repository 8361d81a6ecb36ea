//! A thread that does not wait must be told that there is work.
//!
//! It will look for work before it sleeps. A thread that sleeps already does not look, so it must be told.
//!
//! Dies: notifier::a_notification_ends_the_sleep_whenever_it_comes
//! Says: its notification came before it waited, or never

impl Notifier {
    fn notify(&self) {
        if !self.is_waiting.load(SeqCst) {
            (self.end_wait)();
        }
    }
}

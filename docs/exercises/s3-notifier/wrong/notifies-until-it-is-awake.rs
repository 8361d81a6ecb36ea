//! The call may come before the thread sleeps, so it is repeated until the thread no longer waits.
//!
//! `end_wait` also ends a wait that has not begun, so one call is enough. A thread that repeats it spins, with a system
//! call each time.
//!
//! Dies: notifier::a_notification_during_the_look_for_work_ends_the_sleep
//! Says: `notify` has called `end_wait` twice

impl Notifier {
    pub fn notify(&self) {
        while self.is_waiting.load(SeqCst) {
            (self.end_wait)();
        }
    }
}

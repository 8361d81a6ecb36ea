//! Once a thread has waited, a notification is due.
//!
//! From the first wait on, each wake-up is a system call.
//!
//! Dies: schedules::notifier::a_thread_that_no_longer_waits_is_not_notified
//! Says: `wait` itself must clear the flag after the wait

impl Notifier {
    fn wait<T>(&self, has_work: impl FnOnce() -> bool, wait: impl FnOnce(bool) -> T) -> T {
        self.is_waiting.store(true, SeqCst);
        wait(has_work())
    }
}

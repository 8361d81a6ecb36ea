//! The announcement covers the look, and the look is over.
//!
//! Work that comes between the look and the sleep notifies nothing, because the flag is cleared already.
//!
//! Dies: schedules::notifier::a_notification_during_the_sleep_ends_it
//! Says: the flag is clear while the thread sleeps

impl Notifier {
    fn wait<T>(&self, has_work: impl FnOnce() -> bool, wait: impl FnOnce(bool) -> T) -> T {
        self.is_waiting.store(true, SeqCst);
        let is_work = has_work();
        self.is_waiting.store(false, SeqCst);
        wait(is_work)
    }
}

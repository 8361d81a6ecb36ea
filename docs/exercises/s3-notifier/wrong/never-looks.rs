//! New work comes with a notification, so there is no need to look for it.
//!
//! Work that came before the announcement notified nothing, because the thread did not wait yet.
//!
//! Dies: schedules::notifier::the_wait_is_told_whether_there_is_work
//! Says: `has_work` has returned true, but `wait` is called with false

impl Notifier {
    fn wait<T>(&self, has_work: impl FnOnce() -> bool, wait: impl FnOnce(bool) -> T) -> T {
        let _ = has_work;
        self.is_waiting.store(true, SeqCst);
        let result = wait(false);
        self.is_waiting.store(false, SeqCst);
        result
    }
}

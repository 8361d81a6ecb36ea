//! With work to do, there is no wait to announce.
//!
//! Work may come after the look and before the announcement. It notifies nothing, and the thread sleeps.
//!
//! Dies: notifier::a_notification_during_the_look_for_work_ends_the_sleep
//! Says: the flag is clear while `has_work` is asked

impl Notifier {
    fn wait<T>(&self, has_work: impl FnOnce() -> bool, wait: impl FnOnce(bool) -> T) -> T {
        if has_work() {
            return wait(true);
        }
        self.is_waiting.store(true, SeqCst);
        let result = wait(false);
        self.is_waiting.store(false, SeqCst);
        result
    }
}

//! A thread says that it waits when it has seen that there is no work.
//!
//! Work that comes after the look and before the announcement notifies nothing, and the thread sleeps.
//!
//! Dies: schedules::notifier::a_notification_during_the_look_for_work_ends_the_sleep
//! Says: the flag is clear while `has_work` is asked

impl Notifier {
    fn wait<T>(&self, has_work: impl FnOnce() -> bool, wait: impl FnOnce(bool) -> T) -> T {
        let has_work = has_work();
        self.is_waiting.store(true, SeqCst);
        let result = wait(has_work);
        self.is_waiting.store(false, SeqCst);
        result
    }
}

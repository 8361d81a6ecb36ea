//! `Release` and `Acquire` are made for a flag.
//!
//! They order what comes before a write and after its read. Here, each thread reads after its own write, and a
//! processor may let the read overtake the write.
//!
//! Dies: schedules::notifier::a_notification_ends_the_sleep_whenever_it_comes
//! Says: the ordering of a load or of a store is too weak

impl Notifier {
    fn notify(&self) {
        if self.is_waiting.load(std::sync::atomic::Ordering::Acquire) {
            (self.end_wait)();
        }
    }

    fn wait<T>(&self, has_work: impl FnOnce() -> bool, wait: impl FnOnce(bool) -> T) -> T {
        self.is_waiting.store(true, std::sync::atomic::Ordering::Release);
        let result = wait(has_work());
        self.is_waiting.store(false, std::sync::atomic::Ordering::Release);
        result
    }
}

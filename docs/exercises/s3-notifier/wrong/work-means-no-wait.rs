//! If there is work, there is no wait, and nothing to end.
//!
//! The flag has been set, and stays set while the thread works: each notification makes a system call.
//!
//! Dies: notifier::a_thread_that_no_longer_waits_is_not_notified
//! Says: there was work, and the wait is over

impl Notifier {
    pub fn wait<T>(&self, has_work: impl FnOnce() -> bool, wait: impl FnOnce(bool) -> T) -> T {
        self.is_waiting.store(true, SeqCst);
        if has_work() {
            return wait(true);
        }
        let result = wait(false);
        self.is_waiting.store(false, SeqCst);
        result
    }
}

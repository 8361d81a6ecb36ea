//! To read the flag and to clear it are a load and a store.
//!
//! A thread may wake the task between the two. It finds the flag set, and the load came too early to see what it did.
//!
//! Dies: TODO
//! Says: TODO

impl TaskWaker {
    pub fn begin_poll(&self) {
        let _ = self.is_queued.load(SeqCst);
        self.is_queued.store(false, SeqCst);
    }
}

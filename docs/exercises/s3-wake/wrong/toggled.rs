//! `fetch_xor` sets the flag, and returns its old value.
//!
//! It sets a flag that was clear, and clears one that was set. After two wake-ups, the third one pushes again.
//!
//! Dies: TODO
//! Says: TODO

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_queued.fetch_xor(true, SeqCst) {
            self.ready.push(self.id);
        }
    }
}

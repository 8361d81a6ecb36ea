//! The poller was armed for the reader, and nothing has changed that.
//!
//! The event has. The source believes that the poller is armed, so the next wait for the same directions spares
//! the call, and waits for ever.
//!
//! Dies: oneshot::a_wait_after_an_event_arms_the_poller_again
//! Says: note that it is not armed

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        if event.readable {
            wakers.extend(self.readable.take());
        }
        if event.writable {
            wakers.extend(self.writable.take());
        }
        let is_waited_for = self.readable.is_some() || self.writable.is_some();
        if is_waited_for && self.arm().is_err() {
            wakers.extend(self.readable.take());
            wakers.extend(self.writable.take());
        }
    }
}

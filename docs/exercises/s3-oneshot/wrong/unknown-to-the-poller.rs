//! After its event, the poller has nothing to do with the socket.
//!
//! It still knows the socket, and only ignores it. `None` stands for a socket that was never added: `arm` adds it
//! again, which fails.
//!
//! Dies: parts::oneshot::a_wait_after_an_event_arms_the_poller_again
//! Says: the poller knows the socket after an event

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = None;
        if event.readable {
            wakers.extend(take(&mut self.readable).into_values());
        }
        if event.writable {
            wakers.extend(take(&mut self.writable).into_values());
        }
        let is_waited_for = !self.readable.is_empty() || !self.writable.is_empty();
        if is_waited_for && self.arm().is_err() {
            wakers.extend(take(&mut self.readable).into_values());
            wakers.extend(take(&mut self.writable).into_values());
        }
    }
}

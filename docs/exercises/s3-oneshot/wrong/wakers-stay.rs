//! Wake a clone: the reactor keeps the waker for the next event.
//!
//! A waker that stays is armed for again. Unread bytes then wake the task without end, even if it no longer
//! waits.
//!
//! Dies: parts::oneshot::a_waker_that_was_taken_is_not_taken_again
//! Says: the reader waited once, and was woken by two events

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        if event.readable {
            wakers.extend(self.readable.values().cloned());
        }
        if event.writable {
            wakers.extend(self.writable.values().cloned());
        }
        let is_waited_for = !self.readable.is_empty() || !self.writable.is_empty();
        if is_waited_for && self.arm().is_err() {
            wakers.extend(take(&mut self.readable).into_values());
            wakers.extend(take(&mut self.writable).into_values());
        }
    }
}

//! In the end, the event is over: note that nothing is armed.
//!
//! The poller is armed again by then. The source does not know it, so the next wait costs a call that changes
//! nothing.
//!
//! Dies: parts::oneshot::what_was_armed_again_after_an_event_counts_as_armed
//! Says: the poller is armed for the writer again, and `self.armed` does not say so

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        if event.readable {
            wakers.extend(take(&mut self.readable).into_values());
        }
        if event.writable {
            wakers.extend(take(&mut self.writable).into_values());
        }
        self.armed = Some(Event::none(self.key));
        let is_waited_for = !self.readable.is_empty() || !self.writable.is_empty();
        if is_waited_for && self.arm().is_err() {
            wakers.extend(take(&mut self.readable).into_values());
            wakers.extend(take(&mut self.writable).into_values());
        }
        self.armed = Some(Event::none(self.key));
    }
}

//! An event that is not for reading is for writing.
//!
//! It may be for both, such as the end of a connection. Then both wakers are to be taken.
//!
//! Dies: parts::oneshot::an_event_takes_the_waker_that_waits_for_it
//! Says: an event for both directions wakes both

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        if event.readable {
            wakers.extend(take(&mut self.readable).into_values());
        } else {
            wakers.extend(take(&mut self.writable).into_values());
        }
        let is_waited_for = !self.readable.is_empty() || !self.writable.is_empty();
        if is_waited_for && self.arm().is_err() {
            wakers.extend(take(&mut self.readable).into_values());
            wakers.extend(take(&mut self.writable).into_values());
        }
    }
}

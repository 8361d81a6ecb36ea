//! Arm again if a task waits in both directions.
//!
//! The event has taken one of the two wakers. It is enough that one is left.
//!
//! Dies: oneshot::the_reader_waits_on_after_an_event_for_the_writer
//! Says: and call `arm` for the waker that is left

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        if event.readable {
            wakers.extend(self.readable.take());
        }
        if event.writable {
            wakers.extend(self.writable.take());
        }
        let is_waited_for = self.readable.is_some() && self.writable.is_some();
        if is_waited_for && self.arm().is_err() {
            wakers.extend(self.readable.take());
            wakers.extend(self.writable.take());
        }
    }
}

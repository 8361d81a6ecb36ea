//! If the poller cannot be armed, there is nothing to be done.
//!
//! There is: wake the task. It will try again, and get the error from its own wait. Otherwise it waits for
//! ever.
//!
//! Dies: parts::oneshot::all_wakers_are_taken_if_the_poller_cannot_be_armed
//! Says: the poller cannot be armed for the other task

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        if event.readable {
            wakers.extend(take(&mut self.readable).into_values());
        }
        if event.writable {
            wakers.extend(take(&mut self.writable).into_values());
        }
        if !self.readable.is_empty() || !self.writable.is_empty() {
            let _ = self.arm();
        }
    }
}

//! A task that still waits is still registered.
//!
//! That is so with `mio`. `polling` is oneshot: any event for a socket ends the wait for both directions.
//!
//! Dies: parts::oneshot::the_reader_waits_on_after_an_event_for_the_writer
//! Says: and call `arm` for the waker that is left

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        if event.readable {
            wakers.extend(take(&mut self.readable).into_values());
        }
        if event.writable {
            wakers.extend(take(&mut self.writable).into_values());
        }
    }
}

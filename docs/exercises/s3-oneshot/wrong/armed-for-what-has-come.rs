//! The poller is oneshot, so arm it again, first of all.
//!
//! `arm` asks for every direction that has a waker, and the wakers of this event are not taken yet: the event
//! comes a second time, for no task.
//!
//! Dies: oneshot::the_reader_waits_on_after_an_event_for_the_writer
//! Says: the writer's waker is taken, and yet the poller is armed for the writer

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        let armed = self.arm();
        if event.readable || armed.is_err() {
            wakers.extend(self.readable.take());
        }
        if event.writable || armed.is_err() {
            wakers.extend(self.writable.take());
        }
    }
}

//! An event has ended both waits, so wake both tasks.
//!
//! Nothing is lost, but each event wakes a task for nothing. Two tasks that read and write one socket wake
//! each other without need.
//!
//! Dies: oneshot::an_event_takes_the_waker_that_waits_for_it
//! Says: an event for reading wakes the reader, and not the writer

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        wakers.extend(self.readable.take());
        wakers.extend(self.writable.take());
    }
}

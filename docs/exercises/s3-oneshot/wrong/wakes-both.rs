//! An event has ended both waits, so wake both tasks.
//!
//! Nothing is lost, but each event wakes a task for nothing. Two tasks that read and write one socket keep each other awake.
//!
//! Dies: reactor::a_reader_is_woken_after_an_event_for_the_writer
//! Says: the reader was woken by an event for the writer

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, poller: &Poller, wakers: &mut Vec<Waker>) {
        wakers.extend(self.readable.take());
        wakers.extend(self.writable.take());
    }
}

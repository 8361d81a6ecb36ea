//! To take a waker is to call it.
//!
//! It runs any code, and the sources are still borrowed. The reactor calls the wakers when all borrows have ended.
//!
//! Dies: parts::oneshot::a_wait_after_an_event_arms_the_poller_again
//! Says: `take_wakers` has called a waker while the sources are borrowed

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        let _ = wakers;
        if event.readable {
            take(&mut self.readable).into_values().for_each(Waker::wake);
        }
        if event.writable {
            take(&mut self.writable).into_values().for_each(Waker::wake);
        }
        let is_waited_for = !self.readable.is_empty() || !self.writable.is_empty();
        if is_waited_for && self.arm().is_err() {
            take(&mut self.readable).into_values().for_each(Waker::wake);
            take(&mut self.writable).into_values().for_each(Waker::wake);
        }
    }
}

//! `wakers` is the list of this event.
//!
//! It is the list of all events of this turn. The wakers of the other sockets are in it already, and would be lost.
//!
//! Dies: parts::oneshot::the_wakers_of_other_sockets_stay_in_the_list
//! Says: the waker of another socket was in `wakers` before, and is lost

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        wakers.clear();
        if event.readable {
            wakers.extend(take(&mut self.readable).into_values());
        }
        if event.writable {
            wakers.extend(take(&mut self.writable).into_values());
        }
        let is_waited_for = !self.readable.is_empty() || !self.writable.is_empty();
        if is_waited_for && self.arm().is_err() {
            wakers.extend(take(&mut self.readable).into_values());
            wakers.extend(take(&mut self.writable).into_values());
        }
    }
}

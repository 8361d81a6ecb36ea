//! If arming fails, the state of the poller is unknown, so I set `armed` to `None`, as for a new
//! source.
//!
//! The poller still knows the socket. The next wait calls `add` instead of `modify`, which fails for
//! ever, and `drop` skips the deletion of the socket, although the safety comment promises it.
//!
//! Dies: parts::oneshot::a_source_whose_poller_could_not_be_armed_is_deleted_from_it
//! Says: do not set `armed` to `None`

impl Source {
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        self.armed = Some(Event::none(self.key));
        if event.readable {
            wakers.extend(take(&mut self.readable).into_values());
        }
        if event.writable {
            wakers.extend(take(&mut self.writable).into_values());
        }
        if self.arm().is_err() {
            self.armed = None;
            wakers.extend(take(&mut self.readable).into_values());
            wakers.extend(take(&mut self.writable).into_values());
        }
    }
}

//! A look is enough: one thread, so nothing comes between the look and the connect.
//!
//! The connect waits, and at its `.await`, the thread polls the other fetches. Each finds the same room. Here,
//! the permit is for nothing: it does not count.
//!
//! Dies: parts::connection_room::two_fetches_that_connect_at_once_have_room_for_two
//! Says: another fetch has found the same room

impl Session {
    pub fn reserve(&self) -> Permit<'_> {
        if self.busy.get() + self.idle.borrow().len() >= self.max {
            self.close_oldest();
        }
        Permit { session: self }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.session.busy.set(self.session.busy.get().saturating_sub(1));
    }
}

//! There may be `max` connections, so close one if there are more.
//!
//! At the time of the look, the new one does not count yet. With it, there must not be more than `max`.
//!
//! Dies: connection_room::a_connection_that_is_idle_takes_up_room
//! Says: an idle connection counts, and so does the new one

impl Session {
    pub fn reserve(&self) -> Permit<'_> {
        if self.busy.get() + self.idle.borrow().len() > self.max {
            self.close_oldest();
        }
        Permit::new(self)
    }
}

//! A connection that nothing uses is not open.
//!
//! An idle connection has a descriptor here and one on the server. If it does not count, there can be more
//! connections than tasks.
//!
//! Dies: parts::connection_room::a_connection_that_is_idle_takes_up_room
//! Says: an idle connection counts, and so does the new one

impl Session {
    pub fn reserve(&self) -> Permit<'_> {
        if self.busy.get() >= self.max {
            self.close_oldest();
        }
        Permit::new(self)
    }
}

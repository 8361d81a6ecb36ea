//! A connection that nothing uses is not open.
//!
//! An idle connection has a descriptor here and one on the server. If it does not count, there can be more
//! connections than tasks.
//!
//! Dies: connection::a_connection_that_is_idle_takes_up_room
//! Says: an idle connection is open, so it must count

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        self.session.open.set(self.session.open.get() - 1);
        if self.is_kept.get() {
            let authority = mem::take(&mut self.authority);
            let idle = Idle { authority, stream: self.stream.clone(), since: Instant::now() };
            self.session.idle.borrow_mut().push_back(idle);
        }
    }
}

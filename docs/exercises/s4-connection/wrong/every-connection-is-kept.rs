//! A connection is worth keeping, however its fetch ended.
//!
//! If the fetch was dropped half-way, the rest of its answer is still to come. The next fetch would take it
//! for its own.
//!
//! Dies: parts::connection::a_connection_that_is_not_kept_is_closed
//! Says: `keep` was not called, but the connection became idle

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        let origin = mem::take(&mut self.origin);
        let idle = Idle { origin, stream: self.stream.clone(), since: Instant::now() };
        self.permit.session.idle.borrow_mut().push_back(idle);
    }
}

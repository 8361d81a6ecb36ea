//! It does not matter at which end an idle connection is put.
//!
//! The session closes the first one, as the one that has been idle for the longest time, and uses the last
//! one again.
//!
//! Dies: connection::the_connection_that_was_used_most_recently_is_used_again
//! Says: the most recent one is

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        if self.is_kept.get() {
            let origin = mem::take(&mut self.origin);
            let idle = Idle { origin, stream: self.stream.clone(), since: Instant::now() };
            self.permit.session.idle.borrow_mut().push_front(idle);
        }
    }
}

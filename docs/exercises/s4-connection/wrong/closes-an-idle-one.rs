//! A connection that is not kept must be closed, so `drop` calls `close_oldest`.
//!
//! It closes another connection: one that is idle, and sound.
//!
//! Dies: parts::connection::a_connection_that_is_closed_leaves_idle_ones_open
//! Says: the dropped connection must be closed, and not an idle one

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        if self.is_kept.get() {
            let origin = mem::take(&mut self.origin);
            let idle = Idle { origin, stream: self.stream.clone(), since: Instant::now() };
            self.permit.session.idle.borrow_mut().push_back(idle);
        } else {
            self.permit.session.close_oldest();
        }
    }
}

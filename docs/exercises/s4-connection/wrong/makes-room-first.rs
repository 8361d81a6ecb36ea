//! Before a connection is put back, there must be room for it.
//!
//! It has its room already: its permit. Here, it counts twice, and a sound idle connection is closed.
//!
//! Dies: connection::a_kept_connection_leaves_idle_ones_open
//! Says: has its room already, and closes none

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        if self.is_kept.get() {
            if self.permit.session.busy.get() + self.permit.session.idle.borrow().len()
                >= self.permit.session.max
            {
                self.permit.session.close_oldest();
            }
            let origin = mem::take(&mut self.origin);
            let idle = Idle { origin, stream: self.stream.clone(), since: Instant::now() };
            self.permit.session.idle.borrow_mut().push_back(idle);
        }
    }
}

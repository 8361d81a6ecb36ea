//! The session has at most `max` connections, so I look for room before I make this one idle.
//!
//! In `drop`, its own permit still counts as busy. A session with `max` 1 never keeps a connection.
//!
//! Dies: parts::connection::a_kept_connection_leaves_idle_ones_open
//! Says: its own permit still counts as busy

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        let session = self.permit.session;
        let has_room = session.busy.get() + session.idle.borrow().len() < session.max;
        if self.is_kept.get() && has_room {
            let origin = mem::take(&mut self.origin);
            let idle = Idle { origin, stream: self.stream.clone(), since: Instant::now() };
            session.idle.borrow_mut().push_back(idle);
        }
    }
}

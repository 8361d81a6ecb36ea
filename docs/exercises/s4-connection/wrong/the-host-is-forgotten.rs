//! An idle connection is as good for any host.
//!
//! A connection leads to one address. Without its origin, no fetch finds it.
//!
//! Dies: parts::connection::a_kept_connection_is_used_again
//! Says: with its own origin

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        if self.is_kept.get() {
            let idle = Idle { origin: String::new(), stream: self.stream.clone(), since: Instant::now() };
            self.permit.session.idle.borrow_mut().push_back(idle);
        }
    }
}

//! One idle connection for each host is enough.
//!
//! Several fetches from one host go on at once. Each of them can use an idle connection again, as long as
//! there is room.
//!
//! Dies: parts::connection::a_kept_connection_leaves_another_one_to_its_host_open
//! Says: only one is left: keep both

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        if self.is_kept.get() {
            let origin = mem::take(&mut self.origin);
            let mut idle = self.permit.session.idle.borrow_mut();
            while idle.take(&origin).is_some() {}
            idle.push_back(Idle { origin, stream: self.stream.clone(), since: Instant::now() });
        }
    }
}

//! A crawler waits for answers, so it waits to read.
//!
//! A connect and a long request wait for an event for writing. Their tasks would wait for bytes that never come.
//!
//! Dies: parts::reactor::a_wait_to_write_does_not_disturb_a_wait_to_read
//! Says: a wait to write has taken the place of a wait to read: use `direction`

impl Registration {
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _ = direction;
        let _replaced = source.store(Direction::Read, place, cx.waker());
        let armed = source.arm();
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

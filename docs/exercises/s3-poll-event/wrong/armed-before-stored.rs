//! Arm the poller, and then store the waker.
//!
//! `arm` asks for events in the directions that have a waker. This one has none yet.
//!
//! Dies: reactor::bytes_that_came_before_the_wait_are_an_event
//! Says: once the waker is stored

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let armed = source.arm();
        let replaced = source.store(direction, cx.waker());
        drop(sources);
        if let Some(other) = replaced {
            other.wake();
        }
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

//! The reactor has the waker, so it will call it.
//!
//! The reactor learns of a socket from the poller alone, and the poller was not asked for this one.
//!
//! Dies: parts::reactor::bytes_that_came_before_the_wait_are_an_event
//! Says: arm the poller

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let replaced = source.store(direction, cx.waker());
        drop(sources);
        if let Some(other) = replaced {
            other.wake();
        }
        Poll::Pending
    }
}

//! The reactor has the waker, so it will call it.
//!
//! The reactor learns of a socket from the poller alone, and the poller was not asked for this one.
//!
//! Dies: parts::reactor::bytes_that_came_before_the_wait_are_an_event
//! Says: arm the poller

impl Registration {
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _replaced = source.store(direction, place, cx.waker());
        drop(sources);
        Poll::Pending
    }
}

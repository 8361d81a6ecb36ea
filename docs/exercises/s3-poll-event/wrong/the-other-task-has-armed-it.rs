//! If there was a waker in this direction, its task has armed the poller for it, so I need not do it
//! again.
//!
//! That call of `arm` may have failed, but its waker is still stored. Then this task waits for an event
//! that never comes, and does not learn of the error.
//!
//! Dies: parts::reactor::a_wait_that_is_not_possible_is_ready_with_the_error
//! Says: call `arm` at each wait

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        if let Some(other) = source.store(direction, cx.waker()) {
            drop(sources);
            other.wake();
            return Poll::Pending;
        }
        match source.arm() {
            Ok(()) => Poll::Pending,
            Err(error) => Poll::Ready(error),
        }
    }
}

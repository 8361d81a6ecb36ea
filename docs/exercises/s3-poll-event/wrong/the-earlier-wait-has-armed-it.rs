//! If there was a waker in this place, its wait has armed the poller, so I need not do it again.
//!
//! That call of `arm` may have failed, but its waker is still stored. Then the task waits for an event that never comes,
//! and does not learn of the error.
//!
//! Dies: parts::reactor::a_wait_that_is_not_possible_is_ready_with_the_error
//! Says: call `arm` at each wait

impl Registration {
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let replaced = source.store(direction, place, cx.waker());
        let armed = if replaced.is_some() { Ok(()) } else { source.arm() };
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

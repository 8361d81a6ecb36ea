//! `Pending` is the only answer: the event is still to come.
//!
//! If the poller cannot be armed, it never comes. The error must reach the task.
//!
//! Dies: reactor::a_wait_that_is_not_possible_is_ready_with_the_error
//! Says: no event will come: return its error

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let replaced = source.store(direction, cx.waker());
        let _armed = source.arm();
        drop(sources);
        if let Some(other) = replaced {
            other.wake();
        }
        Poll::Pending
    }
}

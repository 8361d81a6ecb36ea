//! If the poller cannot be armed now, it can be armed soon.
//!
//! A socket that it cannot watch stays so: the task polls without end, and never learns why.
//!
//! Dies: parts::reactor::a_wait_that_is_not_possible_is_ready_with_the_error
//! Says: the task is to try again, without end

impl Registration {
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _replaced = source.store(direction, place, cx.waker());
        let armed = source.arm();
        drop(sources);
        if armed.is_err() {
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

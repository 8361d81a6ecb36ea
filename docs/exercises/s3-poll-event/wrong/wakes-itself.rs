//! The socket may be ready already, so have the task poll again.
//!
//! It would be polled without end. The poller checks the socket when it is armed, so no event is missed.
//!
//! Dies: parts::reactor::a_task_that_waits_is_not_woken_before_the_event
//! Says: the task was woken during its own poll

impl Registration {
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _replaced = source.store(direction, place, cx.waker());
        let armed = source.arm();
        drop(sources);
        cx.waker().wake_by_ref();
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

//! A task that waits for a socket waits for any event of it.
//!
//! An empty socket can be written at any time, so the reader is woken at once, again and again. And its waker takes
//! the place of the writer's.
//!
//! Dies: reactor::a_task_that_waits_is_not_woken_before_the_event
//! Says: the task waits to read, and there are no bytes

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _ = direction;
        let replaced =
            [Direction::Read, Direction::Write].map(|direction| source.store(direction, cx.waker()));
        let armed = source.arm();
        drop(sources);
        replaced.into_iter().flatten().for_each(std::task::Waker::wake);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

//! A task that has lost its place is woken at once.
//!
//! Its waker may run or drop a task, with a socket that uses the reactor. The reactor is still borrowed.
//!
//! Dies: parts::reentrancy::the_wakers_of_a_socket_may_use_the_reactor
//! Says: end the borrow first

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        if let Some(other) = source.store(direction, cx.waker()) {
            other.wake();
        }
        let armed = source.arm();
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

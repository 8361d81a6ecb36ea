//! To drop a waker is nothing.
//!
//! It may drop a task, with a socket that leaves the reactor. The reactor is still borrowed.
//!
//! Dies: parts::reentrancy::the_wakers_of_a_socket_may_use_the_reactor
//! Says: end the borrow first

impl Registration {
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        drop(source.store(direction, place, cx.waker()));
        let armed = source.arm();
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

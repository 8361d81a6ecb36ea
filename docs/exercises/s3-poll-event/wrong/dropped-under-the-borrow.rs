//! A waker that was replaced is not needed: let it go at once.
//!
//! Dropping a waker may drop its task with a socket, which uses the reactor. The reactor is still borrowed.
//!
//! Dies: reentrancy::a_waker_that_is_replaced_may_use_the_reactor
//! Says: end the borrow first

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        source.store(direction, cx.waker().clone());
        let armed = source.arm();
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

//! The poller knows the socket from the first wait on.
//!
//! It knows the socket, but it is oneshot: after an event, it ignores the socket until it is armed again.
//!
//! Dies: reactor::each_of_three_chunks_is_an_event
//! Says: each wait must arm it again

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _replaced = source.store(direction, cx.waker().clone());
        let armed = if source.is_added() { Ok(()) } else { source.arm() };
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

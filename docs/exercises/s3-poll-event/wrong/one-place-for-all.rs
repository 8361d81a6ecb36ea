//! A socket has one reader and one writer.
//!
//! A stream can be cloned, so two futures may read from it. The waker of one would replace that of the other, which
//! sleeps on.
//!
//! Dies: parts::reactor::each_place_has_a_waker_of_its_own
//! Says: each has its own `place`

impl Registration {
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _ = place;
        let _replaced = source.store(direction, 0, cx.waker());
        let armed = source.arm();
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

//! A waker that is stored already need not be stored again.
//!
//! The future may have moved to another task, or into a combinator with wakers of its own. The old waker
//! wakes the wrong task.
//!
//! Dies: parts::reactor::the_latest_waker_of_a_place_counts
//! Says: the latest one replaces the other

impl Registration {
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        if let Some(earlier) = source.store(direction, place, cx.waker()) {
            let _latest = source.store(direction, place, &earlier);
        }
        let armed = source.arm();
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

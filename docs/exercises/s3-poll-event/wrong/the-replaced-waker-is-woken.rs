//! A task whose waker is replaced has lost its place, and is woken, so that it may wait again.
//!
//! The place is that of one future. Mostly, both wakers are of the task that polls it right now: with a new waker for each
//! poll, each poll would wake its own task. (`will_wake` may return false for two wakers of one task.)
//!
//! Dies: parts::reactor::the_latest_waker_of_a_place_counts
//! Says: the second call has called the waker that it replaced

impl Registration {
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let replaced = source.store(direction, place, cx.waker());
        let armed = source.arm();
        drop(sources);
        if let Some(earlier) = replaced {
            earlier.wake();
        }
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

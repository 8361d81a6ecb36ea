//! If the poller cannot be armed, nothing is left to do: the error is returned at once.
//!
//! The waker of another task was replaced before, and is lost with the early return: that task sleeps for ever. And
//! the waker is dropped while the sources are borrowed.
//!
//! Dies: reactor::a_task_whose_waker_is_replaced_is_woken_even_if_no_event_will_come
//! Says: the waker that was replaced is lost

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let replaced = source.store(direction, cx.waker());
        if let Err(error) = source.arm() {
            return Poll::Ready(error);
        }
        drop(sources);
        if let Some(other) = replaced {
            other.wake();
        }
        Poll::Pending
    }
}

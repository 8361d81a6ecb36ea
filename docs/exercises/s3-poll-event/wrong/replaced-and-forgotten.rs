//! The latest waker counts, so the other one is not needed any more.
//!
//! It is, if another task waits: that task has lost its place, and no event will wake it.
//!
//! Dies: reactor::a_task_whose_waker_is_replaced_by_another_tasks_is_woken
//! Says: no event will wake it

impl Registration {
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _replaced = source.store(direction, cx.waker());
        let armed = source.arm();
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }
}

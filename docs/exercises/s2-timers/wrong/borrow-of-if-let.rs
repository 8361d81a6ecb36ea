//! The borrow in the head of an `if let` ends before its body.
//!
//! It lasts until the end of the body. A borrow that has to end earlier needs a statement of its own.
//!
//! Dies: parts::timers::a_due_timer_can_be_cancelled_by_an_earlier_one
//! Says: a borrow is held over a call

impl Reactor {
    fn fire_timers(&self) {
        let last = Timer { at: Instant::now(), key: usize::MAX };
        let due: Vec<_> = self.timers.borrow().range(..=last).map(|(timer, _)| *timer).collect();
        for timer in due {
            if let (Some(callback), false) = (self.timers.borrow_mut().remove(&timer), self.stopped.get()) {
                callback();
            }
        }
    }
}

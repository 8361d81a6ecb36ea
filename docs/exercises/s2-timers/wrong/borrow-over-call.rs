//! The timers may stay borrowed while a callback runs.
//!
//! The callback may set or cancel a timer, which borrows them, too. Then the `RefCell` panics.
//!
//! Dies: timers::a_due_timer_can_be_cancelled_by_an_earlier_one
//! Says: a borrow is held over a call

impl Reactor {
    fn fire_timers(&self) {
        let last = Timer { at: Instant::now(), key: usize::MAX };
        let due: Vec<_> = self.timers.borrow().range(..=last).map(|(timer, _)| *timer).collect();
        let mut timers = self.timers.borrow_mut();
        for timer in due {
            if let (Some(callback), false) = (timers.remove(&timer), self.stopped.get()) {
                callback();
            }
        }
    }
}

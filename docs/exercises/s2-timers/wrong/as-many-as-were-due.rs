//! Fire as many timers as were due at the start.
//!
//! If one of them is cancelled, or sets a timer that comes first, then as many are not the same ones.
//!
//! Dies: parts::timers::a_due_timer_can_be_cancelled_by_an_earlier_one
//! Says: fire those that are due, not just as many

impl Reactor {
    fn fire_timers(&self) {
        let last = Timer { at: Instant::now(), key: usize::MAX };
        let due = self.timers.borrow().range(..=last).count();
        for _ in 0..due {
            if self.stopped.get() {
                break;
            }
            let first = self.timers.borrow_mut().pop_first();
            if let Some((_, callback)) = first {
                callback();
            }
        }
    }
}

//! The timers that are due may be taken out all at once.
//!
//! The callback of one of them may cancel another one, which is no longer in the map, and so fires.
//!
//! Dies: parts::timers::a_due_timer_can_be_cancelled_by_an_earlier_one
//! Says: after an earlier one had cancelled it

impl Reactor {
    fn fire_timers(&self) {
        let now = Instant::now();
        let mut due = Vec::new();
        let mut timers = self.timers.borrow_mut();
        while let Some(first) = timers.first_entry().filter(|first| first.key().at <= now) {
            due.push(first.remove());
        }
        drop(timers);
        for callback in due {
            if !self.stopped.get() {
                callback();
            }
        }
    }
}

//! The loop goes on until no timer is due any more.
//!
//! A timer that sets itself for now is always due: the turn never ends, and no socket is looked at.
//!
//! Dies: parts::timers::a_timer_that_a_timer_sets_for_now_fires_in_a_later_turn
//! Says: must wait for the next turn

impl Reactor {
    fn fire_timers(&self) {
        while !self.stopped.get() {
            let first = self.timers.borrow().first_key_value().map(|(timer, _)| *timer);
            let Some(timer) = first.filter(|first| first.at <= Instant::now()) else { return };
            let callback = self.timers.borrow_mut().remove(&timer);
            if let Some(callback) = callback {
                callback();
            }
        }
    }
}

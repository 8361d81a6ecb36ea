//! Whatever a callback sets is later than the start of the turn.
//!
//! A timer can be set for a time that is over: a fetch that is late already does so. It is due at once, and
//! so is the next one.
//!
//! Dies: parts::timers::a_timer_that_a_timer_sets_for_the_past_fires_in_a_later_turn
//! Says: even if its time is over already

impl Reactor {
    fn fire_timers(&self) {
        let now = Instant::now();
        while !self.stopped.get() {
            let mut timers = self.timers.borrow_mut();
            let Some(first) = timers.first_entry().filter(|first| first.key().at <= now) else { break };
            let callback = first.remove();
            drop(timers);
            callback();
        }
    }
}

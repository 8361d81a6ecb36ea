//! One timer in each turn is enough.
//!
//! Before it fires the next timer, the loop asks the selector, and calls the callbacks of sockets. A turn
//! fires all that are due, because a late timer makes the next ones later still.
//!
//! Dies: parts::timers::all_timers_that_are_due_fire_in_one_turn
//! Says: it must fire each once

impl Reactor {
    fn fire_timers(&self) {
        let first = self.timers.borrow().first_key_value().map(|(timer, _)| *timer);
        let Some(timer) = first.filter(|first| first.at <= Instant::now()) else { return };
        let callback = self.timers.borrow_mut().remove(&timer);
        if let (Some(callback), false) = (callback, self.stopped.get()) {
            callback();
        }
    }
}

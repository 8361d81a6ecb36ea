//! Timers fire in the order in which they were set.
//!
//! The key is that order, but the time comes first. Here, the timers that are due at once are sorted by their
//! keys.
//!
//! Dies: parts::timers::timers_fire_in_the_order_of_their_times
//! Says: not in that of their setting

impl Reactor {
    fn fire_timers(&self) {
        let last = Timer { at: Instant::now(), key: usize::MAX };
        let mut due: Vec<_> = self.timers.borrow().range(..=last).map(|(timer, _)| *timer).collect();
        due.sort_by_key(|timer| timer.key);
        for timer in due {
            let callback = self.timers.borrow_mut().remove(&timer);
            if let (Some(callback), false) = (callback, self.stopped.get()) {
                callback();
            }
        }
    }
}

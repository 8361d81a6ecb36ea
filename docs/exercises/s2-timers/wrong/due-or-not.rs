//! The turn has waited for the first timer, so that one is due.
//!
//! The wait may have ended early, because of an event.
//!
//! Dies: parts::timers::no_timer_fires_before_its_time
//! Says: a timer fired before its time

impl Reactor {
    fn fire_timers(&self) {
        let first = self.timers.borrow().first_key_value().map(|(timer, _)| *timer);
        let Some(Timer { at, .. }) = first else { return };
        let last = Timer { at, key: usize::MAX };
        let due: Vec<_> = self.timers.borrow().range(..=last).map(|(timer, _)| *timer).collect();
        for timer in due {
            let callback = self.timers.borrow_mut().remove(&timer);
            if let (Some(callback), false) = (callback, self.stopped.get()) {
                callback();
            }
        }
    }
}

//! A timer that has fired is gone by itself.
//!
//! It stays in the map until it is removed, and is due in every turn.
//!
//! Dies: parts::timers::a_timer_fires_once
//! Says: a timer fires once

impl Reactor {
    fn fire_timers(&self) {
        let last = Timer { at: Instant::now(), key: usize::MAX };
        let due: Vec<_> = self.timers.borrow().range(..=last).map(|(timer, _)| *timer).collect();
        for timer in due {
            let callback = self.timers.borrow().get(&timer).cloned();
            if let (Some(callback), false) = (callback, self.stopped.get()) {
                callback();
            }
        }
    }
}

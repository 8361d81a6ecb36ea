//! A loop that is stopped ends after the turn.
//!
//! `stop` promises more: `run` returns after the callback that is running.
//!
//! Dies: parts::timers::no_timer_fires_after_the_loop_is_stopped
//! Says: after a callback had stopped the loop

impl Reactor {
    fn fire_timers(&self) {
        let last = Timer { at: Instant::now(), key: usize::MAX };
        let due: Vec<_> = self.timers.borrow().range(..=last).map(|(timer, _)| *timer).collect();
        for timer in due {
            let callback = self.timers.borrow_mut().remove(&timer);
            if let Some(callback) = callback {
                callback();
            }
        }
    }
}

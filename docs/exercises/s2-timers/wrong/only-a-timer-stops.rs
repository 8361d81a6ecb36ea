//! Only the callbacks that are called here can stop the loop, so look after each of them.
//!
//! The events of the turn come first, and the callback of one of them may have stopped it. Then the first timer fires
//! all the same.
//!
//! Dies: parts::timers::no_timer_fires_after_the_loop_is_stopped
//! Says: before the first callback, too

impl Reactor {
    fn fire_timers(&self) {
        let last = Timer { at: Instant::now(), key: usize::MAX };
        let due: Vec<_> = self.timers.borrow().range(..=last).map(|(timer, _)| *timer).collect();
        for timer in due {
            let callback = self.timers.borrow_mut().remove(&timer);
            if let Some(callback) = callback {
                callback();
                if self.stopped.get() {
                    return;
                }
            }
        }
    }
}

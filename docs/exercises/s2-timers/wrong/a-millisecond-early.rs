//! The selector counts milliseconds, so what is due within one is due now.
//!
//! The selector rounds its wait up. No timer fires before its time: a deadline that comes early costs a try.
//!
//! Dies: parts::timers::no_timer_fires_before_its_time
//! Says: and with no later time

impl Reactor {
    fn fire_timers(&self) {
        let last = Timer { at: Instant::now() + std::time::Duration::from_millis(1), key: usize::MAX };
        let due: Vec<_> = self.timers.borrow().range(..=last).map(|(timer, _)| *timer).collect();
        for timer in due {
            let callback = self.timers.borrow_mut().remove(&timer);
            if let (Some(callback), false) = (callback, self.stopped.get()) {
                callback();
            }
        }
    }
}

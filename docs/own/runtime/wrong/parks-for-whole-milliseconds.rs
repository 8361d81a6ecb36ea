//! The selector waits for whole milliseconds, so the rest is cut off.
//!
//! For the last part of a millisecond, the limit is 0. The loop asks again and again.
//!
//! Dies: level3::a_sleep_uses_no_cpu_time
//! Says: also for less than a millisecond

// in place of
        let timeout = timeout.or_else(|| until_first(&self.timers));
// stands
        let whole = |time: Duration| Duration::from_millis(time.as_millis() as u64);
        let timeout = timeout.or_else(|| until_first(&self.timers).map(whole));
// end of block

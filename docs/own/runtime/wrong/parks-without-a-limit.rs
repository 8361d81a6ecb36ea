//! The loop looks for sleeps that are due whenever it wakes up.
//!
//! If nothing else comes, it does not wake up.
//!
//! Dies: level3::a_sleep_ends_at_its_time_and_never_before
//! Says: the time of a sleep has come

// in place of
        let timeout = timeout.or_else(|| until_first(&self.timers));
// stands
        let _ = until_first;
// end of block

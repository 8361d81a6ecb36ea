//! A timer is set a millisecond late, so that it does not fire early.
//!
//! There is a last `Instant`, and a caller may use it for "never". The addition panics.
//!
//! Dies: level3::a_sleep_may_last_for_years
//! Says: overflow when adding duration

// in place of
    let timer = Waiter::new(&Runtime::current().timers, at);
// stands
    let timer = Waiter::new(&Runtime::current().timers, at + Duration::from_millis(1));
// end of block

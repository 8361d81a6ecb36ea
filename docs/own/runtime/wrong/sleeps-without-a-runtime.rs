//! Where there is no runtime, a sleep blocks the thread.
//!
//! A future that blocks is a mistake that is hard to find. A panic says where it is.
//!
//! Dies: level3::a_sleep_outside_of_block_on_panics
//! Says: a sleep blocks

// in place of
    let timer = Waiter::new(&Runtime::current().timers, at);
// stands
    if CURRENT.with_borrow(Option::is_none) {
        return thread::sleep(at.saturating_duration_since(Instant::now()));
    }
    let timer = Waiter::new(&Runtime::current().timers, at);
// end of block

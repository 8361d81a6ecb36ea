//! Take the timer out, wake, and then look for the next one.
//!
//! The timers are borrowed while the waker runs, which may set a timer or drop one.
//!
//! Dies: level3::a_waker_of_a_sleep_may_use_the_runtime
//! Says: borrow

// in place of
    // A waker may run any code.
    drop(wakers);
    waker.map(Waker::wake).is_some()
// stands
    waker.map(Waker::wake).is_some()
// end of block

//! The loop looks at the list of what was woken, so a waker adds the number to that.
//!
//! A thread that is parked looks at nothing. The waker must unpark it.
//!
//! Dies: level1::a_wake_up_by_another_thread_unparks
//! Says: a waker must unpark it

// in place of
        if is_first {
            ready.notifier.wake().expect("the selector is open, because `ready` is");
        }
// stands
        let _ = (is_first, &ready.notifier);
// end of block

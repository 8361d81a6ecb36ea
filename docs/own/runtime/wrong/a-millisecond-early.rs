//! The selector counts milliseconds, so a sleep is over within one of its time.
//!
//! A caller compares the clock with the time that it waited for, and finds that it has not come.
//!
//! Dies: level3::a_sleep_ends_at_its_time_and_never_before
//! Says: ended before its time

// in place of
    poll_fn(|cx| if Instant::now() >= at { Poll::Ready(()) } else { timer.wait(cx) }).await;
// stands
    poll_fn(|cx| if Instant::now() + Duration::from_millis(1) > at { Poll::Ready(()) } else { timer.wait(cx) }).await;
// end of block

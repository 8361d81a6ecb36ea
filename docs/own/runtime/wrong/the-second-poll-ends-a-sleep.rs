//! A sleep is polled again because its timer has woken it.
//!
//! Its task may be woken for something else that it waits for.
//!
//! Dies: level3::a_sleep_that_is_polled_before_its_time_waits_on
//! Says: an extra poll ended a sleep before its time

// in place of
    poll_fn(|cx| if Instant::now() >= at { Poll::Ready(()) } else { timer.wait(cx) }).await;
// stands
    let mut is_set = false;
    poll_fn(|cx| {
        if Instant::now() >= at || mem::replace(&mut is_set, true) { Poll::Ready(()) } else { timer.wait(cx) }
    })
    .await;
// end of block

//! A future with a deadline looks at the clock whenever it is polled.
//!
//! If nothing wakes the future, nothing polls it. The deadline needs a timer.
//!
//! Dies: level4::a_future_that_is_not_ready_at_the_deadline_is_too_late
//! Says: the deadline of a `timeout_at` has passed

// in place of
    match first(future, sleep_until(at)).await {
        First::A(output) => Some(output),
        First::B(()) => None,
    }
// stands
    let mut future = pin!(future);
    let late = poll_fn(|_| if Instant::now() >= at { Poll::Ready(()) } else { Poll::Pending });
    match first(future.as_mut(), late).await {
        First::A(output) => Some(output),
        First::B(()) => None,
    }
// end of block

//! `timeout_at` looks at the clock first: after the deadline, it is too late.
//!
//! The thread may have been busy with other tasks meanwhile. What is there is given away.
//!
//! Dies: level4::what_is_ready_at_the_deadline_counts
//! Says: the deadline has passed

// in place of
    match first(future, sleep_until(at)).await {
        First::A(output) => Some(output),
        First::B(()) => None,
// stands
    match first(sleep_until(at), future).await {
        First::B(output) => Some(output),
        First::A(()) => None,
// end of block

//! A future is polled when it was woken.
//!
//! Nothing can wake a future that was never polled: it has no waker yet. The first poll needs no wake-up.
//!
//! Dies: level1::the_output_of_the_future_is_returned
//! Says: the first poll needs no wake-up

// in place of
    waker.wake_by_ref();
    loop {
// stands
    loop {
// end of block

//! All that are due are woken in the same turn, so their order does not matter.
//!
//! They are polled in this order. The sleep that was due first comes last.
//!
//! Dies: level3::sleeps_that_are_due_together_wake_in_the_order_of_their_times
//! Says: The earliest comes first

// in place of
    let first = wakers.range(range).next().map(|(key, _)| *key);
// stands
    let first = wakers.range(range).next_back().map(|(key, _)| *key);
// end of block

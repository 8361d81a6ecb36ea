//! The main future is polled in each round: it is what the loop waits for.
//!
//! It may be a large state machine, and nothing has woken it.
//!
//! Dies: level2::only_what_was_woken_is_polled
//! Says: the main future was polled for it

// in place of
            if id == MAIN {
// stands
            if id <= usize::MAX {
// end of block

//! A client has its deadline when it is accepted.
//!
//! A client that is busy is closed, too.
//!
//! Dies: level2::a_busy_client_stays_while_an_idle_one_is_closed
//! Says: moves its deadline

// in place of
        if matches!(calls, Ok(1..)) {
// stands
        if matches!(calls, Ok(1..)) && self.deadlines.is_empty() {
// end of block

//! After each turn, I look whose limit is over.
//!
//! If nothing happens, no turn ends.
//!
//! Dies: level2::a_client_without_a_byte_is_closed_after_the_limit
//! Says: only a timeout of `poll` ends

// in place of
        let deadline = self.deadlines.first();
        let timeout = timeout.or(deadline.map(|(at, _)| at.saturating_duration_since(Instant::now())));
// stands
// end of block

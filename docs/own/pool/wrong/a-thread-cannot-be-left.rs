//! What is in flight has to be waited for, because a thread cannot be stopped.
//!
//! But it can be left to itself. A server that never answers would hold up the end of the program.
//!
//! Dies: level3::what_is_left_is_returned_at_the_deadline
//! Says: the deadline is over

// in place of
        let time = deadline.saturating_duration_since(Instant::now());
// stands
        let _cannot_be_kept = deadline;
// end of block

// in place of
        let end = self.0.finished.wait_timeout_while(lock(&self.0.state), time, |state| state.unfinished > 0);
// stands
        let end = self.0.finished.wait_while(lock(&self.0.state), |state| state.unfinished > 0);
// end of block

// in place of
        Left { not_begun, in_flight: end.unwrap_or_else(PoisonError::into_inner).0.unfinished }
// stands
        Left { not_begun, in_flight: end.unwrap_or_else(PoisonError::into_inner).unfinished }
// end of block

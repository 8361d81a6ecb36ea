//! What is in flight is given the time until the deadline.
//!
//! It mostly ends sooner, and then nothing is left to wait for.
//!
//! Dies: level3::it_waits_until_all_that_is_in_flight_has_ended
//! Says: the deadline is for what hangs

// in place of
        let end = self.0.finished.wait_timeout_while(lock(&self.0.state), time, |state| state.unfinished > 0);
// stands
        thread::sleep(time);
// end of block

// in place of
        Left { not_begun, in_flight: end.unwrap_or_else(PoisonError::into_inner).0.unfinished }
// stands
        Left { not_begun, in_flight: lock(&self.0.state).unfinished }
// end of block

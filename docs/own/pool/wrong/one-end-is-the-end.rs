//! The thread that waits is woken, so what it waits for has come.
//!
//! A wake-up promises nothing: one item has ended, and two are in flight.
//!
//! Dies: level3::it_waits_until_all_that_is_in_flight_has_ended
//! Says: returned too early

// in place of
            state.unfinished -= 1;
            if state.unfinished == 0 {
                self.0.finished.notify_all();
            }
// stands
            state.unfinished -= 1;
            self.0.finished.notify_all();
// end of block

// in place of
        let end = self.0.finished.wait_timeout_while(lock(&self.0.state), time, |state| state.unfinished > 0);
// stands
        let end = self.0.finished.wait_timeout(lock(&self.0.state), time);
// end of block

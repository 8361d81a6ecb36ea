//! The last turn is a turn like any other.
//!
//! It accepts clients that have come after the stop.
//!
//! Dies: level3::after_a_stop_no_client_is_accepted
//! Says: accept no more

// in place of
            ready = self.clients.keys().copied().collect();
// stands
            ready.retain(|token| *token != STOP);
            ready.extend(self.clients.keys());
            ready.push(LISTENER);
// end of block

//! A server that is stopped writes what is unsent, and returns then.
//!
//! A client that reads nothing keeps it for ever.
//!
//! Dies: level3::a_stop_does_not_wait_for_clients
//! Says: that client may never go on

// in place of
            if self.unfinished.contains(&STOP) {
// stands
            if self.unfinished.contains(&STOP) && self.clients.values().all(|client| client.unsent.is_empty()) {
// end of block

//! A server that is stopped returns.
//!
//! Bytes that have come are lost, although the client would take them.
//!
//! Dies: level3::what_has_come_is_echoed_before_run_returns
//! Says: each client has one more turn

// in place of
            ready = self.clients.keys().copied().collect();
// stands
            ready.clear();
// end of block

//! One event of the listener is one client.
//!
//! The listener is edge-triggered: it reports once that clients wait, however many they are.
//!
//! Dies: level1::clients_that_have_connected_before_one_event_are_all_served
//! Says: accept until `WouldBlock`

// in place of
        loop {
            match attempt(|| self.listener.accept()) {
                Ok(Some((stream, _))) => self.add(stream),
                // This one has gone. Others may wait.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                // If no descriptor is left, `close` has the rest accepted.
                Ok(None) | Err(_) => return,
            }
        }
// stands
        if let Ok(Some((stream, _))) = attempt(|| self.listener.accept()) {
            self.add(stream);
        }
// end of block

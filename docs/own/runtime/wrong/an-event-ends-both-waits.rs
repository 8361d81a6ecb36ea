//! An event wakes what waits for the socket, and the others ask again.
//!
//! Only those that are woken ask again. The waker of the other direction is gone with the event.
//!
//! Dies: level5::one_future_reads_while_another_one_writes
//! Says: stays awaited when the other one is ready

// in place of
            if event.is_writable() || event.is_write_closed() || event.is_error() {
                while wake_first(&self.writers, of_socket.clone()) {}
            }
// stands
            if event.is_writable() || event.is_write_closed() || event.is_error() {
                while wake_first(&self.writers, of_socket.clone()) {}
            }
            self.readers.borrow_mut().retain(|key, _| key.0 != event.token().0);
            self.writers.borrow_mut().retain(|key, _| key.0 != event.token().0);
// end of block

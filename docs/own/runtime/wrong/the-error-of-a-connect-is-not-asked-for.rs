//! A socket that is writable is connected.
//!
//! It is writable when the connect has failed, too. The error is in the socket.
//!
//! Dies: level5::a_refused_connect_is_an_error
//! Says: a connect was refused, and returned a stream

// in place of
                Err(self.socket.take_error()?.unwrap_or_else(|| io::ErrorKind::WouldBlock.into()))
// stands
                let _ = self.socket.take_error();
                Ok(())
// end of block

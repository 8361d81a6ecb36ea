//! A read that returns an error has failed, whatever the error is.
//!
//! `WouldBlock` says only that nothing has come yet.
//!
//! Dies: level1::a_client_gets_back_what_it_sends_again_and_again
//! Says: `WouldBlock` is no error

// in place of
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
// stands
// end of block

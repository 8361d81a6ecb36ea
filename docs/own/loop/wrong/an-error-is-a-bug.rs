//! A socket that is accepted and registered has no errors, so I unwrap.
//!
//! A client may be reset at any moment.
//!
//! Dies: level1::a_reset_ends_one_client_alone
//! Says: an error of a client ends that client alone

// in place of
            Err(_) => self.close(token),
// stands
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => self.close(token),
            Err(error) => panic!("{error}"),
// end of block

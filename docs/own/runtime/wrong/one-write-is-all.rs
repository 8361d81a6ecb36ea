//! A write takes all bytes, or fails.
//!
//! It takes what the socket has room for.
//!
//! Dies: level5::write_all_goes_on_when_there_is_room
//! Says: the peer received others

// in place of
                count => bytes = &bytes[count..],
// stands
                _ => bytes = &[],
// end of block

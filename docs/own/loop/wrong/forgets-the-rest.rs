//! A write takes all bytes, or returns an error.
//!
//! It takes as many as the socket has room for.
//!
//! Dies: level1::a_client_that_reads_late_is_read_from_no_more_and_goes_on_later
//! Says: a write may take a part

// in place of
                Some(count) => drop(self.unsent.drain(..count)),
// stands
                Some(_) => self.unsent.clear(),
// end of block

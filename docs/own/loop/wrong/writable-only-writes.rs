//! An event for the writable socket is for the unsent bytes. For reads, there is another one.
//!
//! That one has come while the client was not read from, and does not come again.
//!
//! Dies: level1::a_client_that_reads_late_is_read_from_no_more_and_goes_on_later
//! Says: no event reports them again

// in place of
        let mut buffer = [0; BUFFER];
// stands
        let mut buffer = [0; BUFFER];
        let was_stuck = !self.unsent.is_empty();
// end of block

// in place of
                None => return Ok(calls),
// stands
                None => return Ok(calls),
                Some(count) if was_stuck && count == self.unsent.len() => {
                    self.unsent.clear();
                    return Ok(calls);
                }
// end of block

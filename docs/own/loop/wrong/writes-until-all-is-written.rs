//! I repeat a write until all is written.
//!
//! The client may never read. Meanwhile, the thread serves no other one.
//!
//! Dies: level1::others_are_served_while_a_client_does_not_read
//! Says: must not keep the thread

// in place of
                None => return Ok(calls),
// stands
                None if !is_read => {
                    while attempt(|| self.stream.write(&self.unsent[..1]))?.is_none() {
                        std::thread::yield_now();
                    }
                    self.unsent.remove(0);
                }
                None => return Ok(calls),
// end of block

//! A connection that is broken has ended: a read returns 0.
//!
//! The page is cut, and counts as whole.
//!
//! Dies: level5::a_reset_is_an_error
//! Says: the peer has reset the connection

// in place of
        self.wait_for(&self.readers, || (&self.socket).read(buffer)).await
// stands
        Ok(self.wait_for(&self.readers, || (&self.socket).read(buffer)).await.unwrap_or(0))
// end of block

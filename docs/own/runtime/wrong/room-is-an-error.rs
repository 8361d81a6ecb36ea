//! If a write fails, `write_all` does.
//!
//! `WouldBlock` says that the socket is full. There is room when the peer has read.
//!
//! Dies: level5::write_all_goes_on_when_there_is_room
//! Says: the peer reads

// in place of
            match self.wait_for(&self.writers, || (&self.socket).write(bytes)).await? {
// stands
            match (&self.socket).write(bytes)? {
// end of block

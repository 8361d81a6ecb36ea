//! A read that reads nothing has failed.
//!
//! 0 bytes are the end of the stream, which is in order.
//!
//! Dies: level5::a_stream_reads_what_the_peer_writes_and_then_the_end
//! Says: the peer has reset nothing

// in place of
        self.wait_for(&self.readers, || (&self.socket).read(buffer)).await
// stands
        match self.wait_for(&self.readers, || (&self.socket).read(buffer)).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            count => Ok(count),
        }
// end of block

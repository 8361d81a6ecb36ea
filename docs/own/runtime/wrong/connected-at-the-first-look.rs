//! A connect that returns no error has succeeded.
//!
//! It has begun. Its first write, or the first read, would fail, and nothing says that it was the connect.
//!
//! Dies: level5::a_connect_in_progress_blocks_nothing
//! Says: an extra poll has ended it

// in place of
        stream.wait_for(&stream.writers, || stream.connected()).await?;
// stands
        let _ = TcpStream::connected;
// end of block

//! A write of 0 bytes says that the stream takes nothing now.
//!
//! `WouldBlock` says that, and announces an event. Nothing promises one after a write of 0 bytes.
//!
//! Dies: parts::try_request::a_write_of_no_bytes_ends_the_try
//! Says: return the error `WriteZero`

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };
        while !unsent.is_empty() {
            match stream.write(unsent) {
                Ok(0) => return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::writable),
                Ok(count) => drop(unsent.drain(..count)),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                    return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::writable);
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            }
        }
        drop(state);
        self.receive()
    }
}

//! The request is taken out of the state to be written.
//!
//! The function returns at `WouldBlock`, and what is left is dropped with its variable. The next call finds
//! nothing to write.
//!
//! Dies: try_request::a_large_request_is_written_in_parts
//! Says: keep there what is left

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let mut unsent = std::mem::take(&mut state.unsent);
        while !unsent.is_empty() {
            let Some(stream) = &mut state.stream else { return Ok(()) };
            match stream.write(&unsent) {
                Ok(0) => return Err(self.attempt.io_error(ErrorKind::WriteZero.into())),
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

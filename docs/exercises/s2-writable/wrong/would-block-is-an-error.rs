//! `WouldBlock` is an error like any other.
//!
//! It says that the stream takes no more now. The next event calls this function again.
//!
//! Dies: parts::try_request::a_large_request_is_written_in_parts
//! Says: `WouldBlock` counts as a timeout, but is no error

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };

        stream.write_all(unsent).map_err(|error| self.attempt.io_error(error))?;
        drop(state);
        self.receive()
    }
}

//! One write is one message.
//!
//! A write takes what fits into the buffer of the kernel. The server waits for the rest of the request.
//!
//! Dies: parts::try_request::a_large_request_is_written_in_parts
//! Says: only a part of the request comes

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };

        stream.write(unsent).map_err(|error| self.attempt.io_error(error))?;
        drop(state);
        self.receive()
    }
}

//! Any event will do, whatever the interest.
//!
//! A stream that is registered for reading gets no event when it takes more bytes. And the server answers
//! only a whole request.
//!
//! Dies: try_request::a_large_request_is_written_in_parts
//! Says: an event with `Interest::WRITABLE`

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };

        while !unsent.is_empty() {
            match stream.write(unsent) {
                Ok(0) => return Err(self.attempt.io_error(ErrorKind::WriteZero.into())),
                Ok(count) => drop(unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return self.wait_for(&mut state, Interest::READABLE, Fetcher::writable);
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            }
        }
        drop(state);
        self.receive()
    }
}

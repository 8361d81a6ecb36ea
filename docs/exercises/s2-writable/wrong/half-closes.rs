//! The server must be told that the request is over.
//!
//! An empty line ends a request. To a server, a connection that is shut down looks as if the client has left.
//!
//! Dies: parts::try_request::a_try_that_has_sent_its_request_can_still_write
//! Says: has shut its connection down

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };
        while !unsent.is_empty() {
            match stream.write(unsent) {
                Ok(0) => return Err(self.attempt.io_error(ErrorKind::WriteZero.into())),
                Ok(count) => drop(unsent.drain(..count)),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                    return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::writable);
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            }
        }
        stream.shutdown(std::net::Shutdown::Write).map_err(|error| self.attempt.io_error(error))?;
        drop(state);
        self.receive()
    }
}

//! Directly after `connect`, the connect is in progress, so the first call only registers, and the
//! event reports the result.
//!
//! On loopback, and with a fast server, the stream is connected already. Each fetch then makes a
//! registration and waits for a turn that it does not need, instead of sending at once.
//!
//! Dies: parts::try_connect::a_connect_that_has_ended_at_once_is_not_waited_for
//! Says: ask the socket first

impl Fetcher {
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        if state.token.is_none() {
            return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::connected);
        }
        let Some(stream) = &state.stream else { return Ok(()) };
        match connect_outcome(stream) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::connected);
            }
            outcome => outcome.map_err(|error| self.attempt.io_error(error))?,
        }
        drop(state);
        self.send()
    }
}

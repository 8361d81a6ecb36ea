//! The connect may have ended just before the stream was registered, so I also post the callback, to
//! look once more.
//!
//! If a socket is ready already, its registration makes the selector report it. The post makes each
//! turn return at once, so the loop is busy until the connect ends.
//!
//! Dies: parts::try_connect::a_connect_in_progress_is_asked_for_only_at_an_event
//! Says: a posted callback ends each turn at once

impl Fetcher {
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let Some(stream) = &state.stream else { return Ok(()) };
        match connect_outcome(stream) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                self.wait_for(&mut state, Interest::WRITABLE, Fetcher::connected)?;
                if let Some(token) = state.token {
                    self.reactor.post(token);
                }
                return Ok(());
            }
            outcome => outcome.map_err(|error| self.attempt.io_error(error))?,
        }
        drop(state);
        self.send()
    }
}

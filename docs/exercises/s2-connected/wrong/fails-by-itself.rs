//! `connected` hands its error to `failed`, and returns one, too.
//!
//! The callback calls `failed` with the error that is returned. So one refused connect ends two tries.
//!
//! Dies: parts::try_connect::a_refused_connect_is_one_failed_try
//! Says: one refused connect has failed two tries

impl Fetcher {
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let Some(stream) = &state.stream else { return Ok(()) };
        match connect_outcome(stream) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::connected);
            }
            Err(error) => {
                drop(state);
                self.failed(self.attempt.io_error(error));
                return Err(self.attempt.io_error(ErrorKind::NotConnected.into()));
            }
            Ok(()) => {}
        }
        drop(state);
        self.send()
    }
}

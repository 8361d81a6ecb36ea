//! The event loop comes back by itself.
//!
//! It calls what is registered. Nothing is, and so nothing calls this function again.
//!
//! Dies: parts::try_connect::a_connect_in_progress_may_be_refused
//! Says: has it waited for its stream to be writable

impl Fetcher {
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let Some(stream) = &state.stream else { return Ok(()) };

        match connect_outcome(stream) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            outcome => outcome.map_err(|error| self.attempt.io_error(error))?,
        }
        drop(state);
        self.send()
    }
}

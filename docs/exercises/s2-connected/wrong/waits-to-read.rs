//! Any interest will do, since an error wakes every one.
//!
//! A connect that succeeds makes the stream writable, and not readable: the server waits for the request.
//!
//! Dies: parts::try_connect::a_connect_in_progress_has_another_error_on_some_systems
//! Says: has it waited for its stream to be writable

impl Fetcher {
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let Some(stream) = &state.stream else { return Ok(()) };

        match connect_outcome(stream) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return self.wait_for(&mut state, Interest::READABLE, Fetcher::connected);
            }
            outcome => outcome.map_err(|error| self.attempt.io_error(error))?,
        }
        drop(state);
        self.send()
    }
}

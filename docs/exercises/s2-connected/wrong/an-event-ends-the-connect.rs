//! Only the first call can find the connect in progress: at an event, it has succeeded or failed.
//!
//! An event may come for nothing. This one fails the try with `WouldBlock`.
//!
//! Dies: parts::try_connect::a_connect_in_progress_is_not_over_at_an_event
//! Says: an event may come for nothing

impl Fetcher {
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let is_event = state.token.is_some();
        let Some(stream) = &state.stream else { return Ok(()) };
        match connect_outcome(stream) {
            Err(error) if error.kind() == ErrorKind::WouldBlock && !is_event => {
                return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::connected);
            }
            outcome => outcome.map_err(|error| self.attempt.io_error(error))?,
        }
        drop(state);
        self.send()
    }
}

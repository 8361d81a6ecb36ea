//! The next event means that the stream is connected.
//!
//! It means that the connect is over, well or not. The first write would find the refusal, in the wrong
//! phase.
//!
//! Dies: try_connect::a_connect_in_progress_is_not_over_at_an_event
//! Says: an event may come for nothing

impl Fetcher {
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let Some(stream) = &state.stream else { return Ok(()) };

        match connect_outcome(stream) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::send);
            }
            outcome => outcome.map_err(|error| self.attempt.io_error(error))?,
        }
        drop(state);
        self.send()
    }
}

//! A connect that is not over is soon over: ask again.
//!
//! The loop stands still meanwhile, with all other fetches and all deadlines.
//!
//! Dies: parts::try_connect::a_connect_in_progress_is_asked_for_only_at_an_event
//! Says: must return to the event loop

impl Fetcher {
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let state = self.state.borrow_mut();
        let Some(stream) = &state.stream else { return Ok(()) };
        loop {
            match connect_outcome(stream) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => continue,
                outcome => break outcome.map_err(|error| self.attempt.io_error(error))?,
            }
        }
        drop(state);
        self.send()
    }
}

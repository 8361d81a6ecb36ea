//! After `WouldBlock`, a further read will have the rest.
//!
//! The loop stands still meanwhile, with all other fetches and all deadlines.
//!
//! Dies: parts::try_response::an_answer_may_come_in_parts_and_an_event_for_nothing
//! Says: must return to the event loop

impl Fetcher {
    fn readable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), decoder: Some(decoder), .. } = &mut *state else {
            return Ok(());
        };
        loop {
            let mut buffer = self.reactor.buffer();
            let count = match stream.read(&mut buffer) {
                Ok(count) => count,
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                    continue;
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            };
            if let Some(response) = self.attempt.decode(decoder, &buffer[..count])? {
                drop((state, buffer));
                self.finish(Ok(self.attempt.finish(response)));
                return Ok(());
            }
        }
    }
}

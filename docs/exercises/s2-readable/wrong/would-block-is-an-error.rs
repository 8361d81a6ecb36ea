//! `WouldBlock` is an error like any other.
//!
//! It says that all bytes that have come are read. The next event calls this function again.
//!
//! Dies: try_response::an_answer_may_come_in_parts_and_an_event_for_nothing
//! Says: `WouldBlock` counts as a timeout, but is no error

impl Fetcher {
    fn readable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), decoder: Some(decoder), token, .. } = &mut *state else {
            return Ok(());
        };
        for _ in 0..BUDGET {
            let mut buffer = self.reactor.buffer();
            let count = match stream.read(&mut buffer) {
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.attempt.io_error(error)),
            };
            if let Some(response) = self.attempt.decode(decoder, &buffer[..count])? {
                drop((state, buffer));
                self.finish(Ok(self.attempt.finish(response)));
                return Ok(());
            }
        }
        if let Some(token) = token {
            self.reactor.post(*token);
        }
        Ok(())
    }
}

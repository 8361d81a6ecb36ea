//! After `WouldBlock`, the others have their turn, as after many reads.
//!
//! There is nothing more to read, and an event will come when there is. A callback that posts itself keeps
//! the processor busy.
//!
//! Dies: try_response::an_answer_may_come_in_parts_and_an_event_for_nothing
//! Says: nothing is to be posted

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
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
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

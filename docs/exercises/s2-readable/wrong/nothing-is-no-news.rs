//! A read of 0 bytes has read nothing, so there is nothing to do.
//!
//! It is the end of the stream. Some answers end there, so the decoder has to know.
//!
//! Dies: try_response::an_answer_and_its_end_may_come_before_the_first_wait
//! Says: give a read of 0 bytes to the decoder

impl Fetcher {
    fn readable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), decoder: Some(decoder), token, .. } = &mut *state else {
            return Ok(());
        };
        for _ in 0..BUDGET {
            let mut buffer = self.reactor.buffer();
            let count = match stream.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
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

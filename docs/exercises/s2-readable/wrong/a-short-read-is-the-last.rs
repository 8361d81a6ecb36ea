//! A read that does not fill the buffer has emptied the socket.
//!
//! It has taken all bytes, but the end of the stream may have come with them, in the same event. That takes
//! one more read.
//!
//! Dies: try_response::an_answer_and_its_end_may_come_before_the_first_wait
//! Says: read until `WouldBlock`

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
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(self.attempt.io_error(error)),
            };
            if let Some(response) = self.attempt.decode(decoder, &buffer[..count])? {
                drop((state, buffer));
                self.finish(Ok(self.attempt.finish(response)));
                return Ok(());
            }
            if count < buffer.len() {
                return Ok(());
            }
        }
        if let Some(token) = token {
            self.reactor.post(*token);
        }
        Ok(())
    }
}

//! A read fills the buffer.
//!
//! It writes only the bytes that have come. The rest of the buffer is from another answer.
//!
//! Dies: parts::try_response::an_answer_and_its_end_may_come_before_the_first_wait
//! Says: give it the bytes that were read, and no others

impl Fetcher {
    fn readable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), decoder: Some(decoder), token, .. } = &mut *state else {
            return Ok(());
        };
        for _ in 0..BUDGET {
            let mut buffer = self.reactor.buffer();
            match stream.read(&mut buffer) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(self.attempt.io_error(error)),
            }
            if let Some(response) = self.attempt.decode(decoder, &buffer)? {
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

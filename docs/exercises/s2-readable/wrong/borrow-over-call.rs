//! The borrow of the state ends when it is no longer used.
//!
//! It ends with its scope, or with `drop`. `finish` borrows the state again, and the `RefCell` panics.
//!
//! Dies: try_response::an_answer_and_its_end_may_come_before_the_first_wait
//! Says: a borrow is held over a call

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
                drop(buffer);
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

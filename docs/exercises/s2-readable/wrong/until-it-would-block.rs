//! Reading until `WouldBlock` is always right.
//!
//! A server that sends as fast as this program reads keeps it here. The other fetches and all deadlines wait.
//!
//! Dies: parts::try_response::a_short_answer_ends_before_a_long_one
//! Says: starves the others

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
    }
}

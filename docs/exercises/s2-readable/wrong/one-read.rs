//! One event is one read.
//!
//! An edge-triggered selector does not report the bytes that were left, nor the end that has come with them.
//!
//! Dies: parts::try_response::an_answer_and_its_end_may_come_before_the_first_wait
//! Says: an answer and its end have come with one event

impl Fetcher {
    fn readable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), decoder: Some(decoder), .. } = &mut *state else {
            return Ok(());
        };

        let mut buffer = self.reactor.buffer();
        let count = match stream.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                return Ok(());
            }
            Err(error) => return Err(self.attempt.io_error(error)),
        };
        if let Some(response) = self.attempt.decode(decoder, &buffer[..count])? {
            drop((state, buffer));
            self.finish(Ok(self.attempt.finish(response)));
        }
        Ok(())
    }
}

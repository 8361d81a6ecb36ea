//! After 16 writes, the others have their turn, as after 16 reads.
//!
//! That is fair, but nothing calls the step again: the stream has room, and an event comes only when it is registered anew.
//!
//! Dies: parts::try_request::a_request_may_be_taken_byte_by_byte
//! Says: after any number of writes, write on

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };
        let mut budget = BUDGET;
        while !unsent.is_empty() {
            if budget == 0 {
                return Ok(());
            }
            budget -= 1;
            match stream.write(unsent) {
                Ok(0) => return Err(self.attempt.io_error(ErrorKind::WriteZero.into())),
                Ok(count) => drop(unsent.drain(..count)),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                    return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::writable);
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            }
        }
        drop(state);
        self.receive()
    }
}

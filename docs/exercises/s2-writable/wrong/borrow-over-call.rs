//! The borrow of the state ends when it is no longer used.
//!
//! It ends with its scope, or with `drop`. `receive` borrows the state again, and the `RefCell` panics.
//!
//! Dies: parts::try_request::a_connected_try_sends_its_request
//! Says: a borrow is held over a call

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };

        while !unsent.is_empty() {
            match stream.write(unsent) {
                Ok(0) => return Err(self.attempt.io_error(ErrorKind::WriteZero.into())),
                Ok(count) => drop(unsent.drain(..count)),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                    return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::writable);
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            }
        }
        self.receive()
    }
}

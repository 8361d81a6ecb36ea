//! An error has no caller here, so it can only be dropped.
//!
//! The function returns it to its callback, which hands it to `failed`. Otherwise the fetch waits until its
//! deadline.
//!
//! Dies: parts::try_request::a_reset_connection_ends_one_try
//! Says: the connection was reset, and no other try follows

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
                Err(_) => return Ok(()),
            }
        }
        drop(state);
        self.receive()
    }
}

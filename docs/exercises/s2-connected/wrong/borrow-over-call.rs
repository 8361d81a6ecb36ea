//! The borrow of the state ends when it is no longer used.
//!
//! It ends with its scope, or with `drop`. `send` borrows the state again, and the `RefCell` panics.
//!
//! Dies: parts::try_connect::a_connected_try_goes_on_to_send
//! Says: a borrow is held over a call

impl Fetcher {
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let Some(stream) = &state.stream else { return Ok(()) };

        match connect_outcome(stream) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                self.wait_for(&mut state, Interest::WRITABLE, Fetcher::connected)
            }
            Err(error) => Err(self.attempt.io_error(error)),
            Ok(()) => self.send(),
        }
    }
}

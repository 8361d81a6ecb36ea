//! The server may answer or close before it has read everything, so I wait for reading as well as for
//! writing.
//!
//! `writable` does not read, so bytes that come early stay there. Each new registration reports them at
//! once, the write would block again, and the loop spins until the server reads on.
//!
//! Dies: parts::try_request::a_write_waits_for_room_and_not_for_bytes
//! Says: wait for `Interest::WRITABLE` alone

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };
        while !unsent.is_empty() {
            match stream.write(unsent) {
                Ok(0) => return Err(self.attempt.io_error(ErrorKind::WriteZero.into())),
                Ok(count) => drop(unsent.drain(..count)),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                    let both = Interest::READABLE | Interest::WRITABLE;
                    return self.wait_for(&mut state, both, Fetcher::writable);
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            }
        }
        drop(state);
        self.receive()
    }
}

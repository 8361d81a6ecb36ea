//! If the stream has a token, it is registered for `WRITABLE`, and the next event comes by itself.
//!
//! The token is that of the connect, so the event calls `connected`, which begins the request anew. This shows
//! only if the connect was in progress, so rarely on loopback.
//!
//! Dies: parts::try_request::a_try_that_was_connecting_writes_on_at_the_next_event
//! Says: the next event must call `writable`

impl Fetcher {
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, token, .. } = &mut *state else { return Ok(()) };
        while !unsent.is_empty() {
            match stream.write(unsent) {
                Ok(0) => return Err(self.attempt.io_error(ErrorKind::WriteZero.into())),
                Ok(count) => drop(unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if token.is_some() {
                        return Ok(());
                    }
                    return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::writable);
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            }
        }
        drop(state);
        self.receive()
    }
}

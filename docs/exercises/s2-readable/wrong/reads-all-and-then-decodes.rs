//! I read until it would block, and then decode all that has come in one go.
//!
//! If the answer is complete, the reads after it do not matter. Here, a reset behind it fails the try.
//!
//! Dies: parts::try_response::a_reset_that_follows_an_answer_is_no_error
//! Says: decode what a read has brought

impl Fetcher {
    fn readable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), decoder: Some(decoder), token, .. } = &mut *state else {
            return Ok(());
        };
        let mut bytes = Vec::new();
        let (mut is_end, mut is_empty) = (false, false);
        for _ in 0..BUDGET {
            let mut buffer = self.reactor.buffer();
            match stream.read(&mut buffer) {
                Ok(0) => is_end = true,
                Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => is_empty = true,
                Err(error) => return Err(self.attempt.io_error(error)),
            }
            if is_end || is_empty {
                break;
            }
        }
        let mut decoded = None;
        if !bytes.is_empty() {
            decoded = self.attempt.decode(decoder, &bytes)?;
        }
        if decoded.is_none() && is_end {
            decoded = self.attempt.decode(decoder, &[])?;
        }
        if let Some(response) = decoded {
            drop(state);
            self.finish(Ok(self.attempt.finish(response)));
            return Ok(());
        }
        match token {
            Some(token) if !is_empty => self.reactor.post(*token),
            _ => {}
        }
        Ok(())
    }
}

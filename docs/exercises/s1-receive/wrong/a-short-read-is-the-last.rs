//! A read that does not fill the buffer was the last one.
//!
//! It returns what has come so far, which may be a single byte. More may be on its way.
//!
//! Dies: receive::an_answer_may_come_in_two_pieces
//! Says: one read is not one message

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| attempt.io_error(error))?,
        };
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
        if count > 0 && count < buffer.len() {
            let response = attempt.decode(&mut decoder, &[])?;
            return Ok(response.expect("the end of the stream ends the answer"));
        }
    }
}

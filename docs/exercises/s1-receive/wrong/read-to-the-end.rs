//! All bytes until the server closes the connection are the answer.
//!
//! The server may keep the connection open. The answer says where it ends, and the decoder knows.
//!
//! Dies: parts::receive::nothing_is_read_after_a_whole_answer
//! Says: and a further read, which may wait for ever, was made

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).map_err(|error| attempt.io_error(error))?;
    loop {
        if let Some(response) = attempt.decode(&mut decoder, &bytes)? {
            return Ok(response);
        }
        bytes.clear();
    }
}

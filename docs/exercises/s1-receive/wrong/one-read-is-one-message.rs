//! One read is one message.
//!
//! TCP has no messages: a read returns the bytes that have come so far, which may be a single one.
//!
//! Dies: parts::receive::an_answer_may_come_in_two_pieces
//! Says: one read is not one message

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    let count = stream.read(&mut buffer).map_err(|error| attempt.io_error(error))?;
    match attempt.decode(&mut decoder, &buffer[..count])? {
        Some(response) => Ok(response),
        None => Err(attempt.io_error(std::io::ErrorKind::UnexpectedEof.into())),
    }
}

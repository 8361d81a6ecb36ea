//! To read is to fill the buffer.
//!
//! A read returns what has come. To fill the buffer takes further reads, for which nothing may come any more.
//!
//! Dies: receive::nothing_is_read_after_a_whole_answer
//! Says: and a further read, which may wait for ever, was made

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 512];
    loop {
        let count = match stream.read_exact(&mut buffer) {
            Ok(()) => buffer.len(),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => 0,
            Err(error) => return Err(attempt.io_error(error)),
        };
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
    }
}

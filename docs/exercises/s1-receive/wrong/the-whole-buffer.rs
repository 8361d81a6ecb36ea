//! A read fills the buffer, so the buffer is what has come.
//!
//! A read returns how many bytes it has written. The rest of the buffer is old, or was never written.
//!
//! Dies: receive::an_answer_may_come_in_two_pieces
//! Says: decode only the bytes that this read has written

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    loop {
        match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| attempt.io_error(error))?,
        };
        if let Some(response) = attempt.decode(&mut decoder, &buffer)? {
            return Ok(response);
        }
    }
}

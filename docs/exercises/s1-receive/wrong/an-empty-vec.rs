//! A `Vec` grows as a read fills it.
//!
//! A read gets a slice, and writes into that. The slice of an empty `Vec` has no room, whatever its capacity is, so the
//! read returns 0, which looks like the end of the stream.
//!
//! Dies: parts::receive::nothing_is_read_after_a_whole_answer
//! Says: the buffer has the length 0

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = Vec::with_capacity(16 << 10);
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| attempt.io_error(error))?,
        };
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
    }
}

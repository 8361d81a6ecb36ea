//! The decoder needs all bytes that have come so far.
//!
//! It keeps those of earlier pieces itself, and would have them twice.
//!
//! Dies: receive::an_answer_may_come_in_two_pieces
//! Says: and each byte once

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut bytes = Vec::new();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| attempt.io_error(error))?,
        };
        bytes.extend_from_slice(&buffer[..count]);
        if let Some(response) = attempt.decode(&mut decoder, &bytes)? {
            return Ok(response);
        }
    }
}

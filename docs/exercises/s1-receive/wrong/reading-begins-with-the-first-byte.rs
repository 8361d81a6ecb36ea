//! The phase is `Reading` once there is something to read.
//!
//! The wait for the first byte is a part of the reading. Otherwise, a server that never answers would be reported as a failure of
//! the sending.
//!
//! Dies: parts::receive::an_error_of_a_read_is_the_error_of_the_try
//! Says: before the first read

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| attempt.io_error(error))?,
        };
        attempt.enter(Phase::Reading);
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
    }
}

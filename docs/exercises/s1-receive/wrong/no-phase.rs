//! The phase is for the caller to note.
//!
//! Each step notes its own. Without it, the error of a read would be reported as one of sending.
//!
//! Dies: receive::an_error_of_a_read_is_the_error_of_the_try
//! Says: call `enter(Phase::Reading)` first

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
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
    }
}

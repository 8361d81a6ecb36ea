//! Every error of a read ends the try.
//!
//! `Interrupted` says that a signal came first. Nothing was read, and nothing is lost: read again.
//!
//! Dies: parts::receive::a_read_that_a_signal_interrupts_is_repeated
//! Says: `Interrupted` is no error

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = stream.read(&mut buffer).map_err(|error| attempt.io_error(error))?;
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
    }
}

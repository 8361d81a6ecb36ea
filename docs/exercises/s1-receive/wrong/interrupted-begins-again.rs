//! After a signal, the answer has to be read again from its start.
//!
//! The bytes that were read before the signal do not come again. They are in the decoder, which must be kept.
//!
//! Dies: receive::a_read_that_a_signal_interrupts_is_repeated
//! Says: keep the decoder, do not call `decode`

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {
                decoder = attempt.decoder();
                continue;
            }
            read => read.map_err(|error| attempt.io_error(error))?,
        };
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
    }
}

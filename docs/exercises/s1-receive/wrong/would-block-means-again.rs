//! `WouldBlock` and `TimedOut` mean "not yet", so read again.
//!
//! A socket that does not block says so. This one blocks until its deadline, and then every read says so at once: the
//! loop would keep a processor busy, and the server could take as long as it likes.
//!
//! Dies: receive::a_deadline_ends_the_try
//! Says: it reads on after its deadline

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::TimedOut
                ) =>
            {
                continue;
            }
            read => read.map_err(|error| attempt.io_error(error))?,
        };
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
    }
}

//! When nothing more comes in time, the answer is over.
//!
//! Nothing says that it is. The server may be slow, and the rest of the page would be missing from the crawl.
//!
//! Dies: parts::receive::a_deadline_ends_the_try
//! Says: half a page passes for a whole one

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => 0,
            read => read.map_err(|error| attempt.io_error(error))?,
        };
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
    }
}

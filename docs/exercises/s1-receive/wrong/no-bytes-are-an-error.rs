//! A read of no bytes means that the connection broke.
//!
//! It is the end of the stream, which ends many answers. The decoder knows whether it is too early.
//!
//! Dies: parts::receive::a_stream_that_ends_before_the_answer_is_an_error
//! Says: pass a read of no bytes on to the decoder

pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = match stream.read(&mut buffer) {
            Ok(0) => return Err(attempt.io_error(ErrorKind::UnexpectedEof.into())),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| attempt.io_error(error))?,
        };
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
    }
}

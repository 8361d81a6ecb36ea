//! One URL: connect, send, receive. Each call returns when it is done; until then, the thread waits.

use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use common::{Attempt, FetchError, Phase, Response, Services, Target};

use crate::stream::TcpStream;

/// Fetches `target`, with as many tries as the options allow.
///
/// # Errors
/// If every try fails: the error of the last one.
pub fn fetch(target: &Target, services: &Arc<Services>) -> Result<Response, FetchError> {
    let attempt = Attempt::start(target, services);
    loop {
        match fetch_once(&attempt) {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}

fn fetch_once(attempt: &Attempt) -> Result<Response, FetchError> {
    attempt.pause()?;
    let address = attempt.resolve()?;
    let mut stream = connect(attempt, address)?;
    send(attempt, &mut stream)?;
    receive(attempt, &mut stream)
}

fn connect(attempt: &Attempt, address: SocketAddr) -> Result<TcpStream, FetchError> {
    attempt.enter(Phase::Connecting);
    let connected = TcpStream::connect(address, attempt.connect_deadline(), attempt.deadline());
    connected.map_err(|error| attempt.io_error(error))
}

/// Writes the request.
///
/// # Errors
/// If a write fails.
pub fn send(attempt: &Attempt, stream: &mut impl Write) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    stream.write_all(&attempt.request()).map_err(|error| attempt.io_error(error))
}

/// Returns the response that comes in.
///
/// # Errors
/// If a read fails, or if the answer is not acceptable or ends too early.
pub fn receive(attempt: &Attempt, stream: &mut impl Read) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    let mut buffer = [0; 16 << 10];
    // One read is not one message. A read of no bytes is the end of the stream, which the decoder judges.
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

//! One URL without any waiting: what is not ready is tried again at once, and again.
//!
//! This is [`fetch`](mod@crate::fetch) with non-blocking sockets and nothing to tell when they are
//! ready. It is as fast as that, and costs a whole CPU. A selector is what it lacks.

use std::hint;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use common::fetch::http::request;
use common::fetch::resolve::Addresses;
use common::{Attempt, Decoder, FetchError, Options, Phase, Response, Target};
use socket2::{Domain, Socket, Type};

use crate::fetch::{pause, resolve};

/// Fetches `target`, trying as often as `options` say.
///
/// # Errors
/// What went wrong on the last try.
pub fn fetch(target: &Target, options: &Options) -> Result<Response, FetchError> {
    let attempt = Attempt::first(target, options);
    pause(&attempt, attempt.pause(), options)?;
    loop {
        let error = match fetch_once(&attempt, options) {
            Ok(response) => return Ok(attempt.response(response)),
            Err(error) => error,
        };
        match attempt.again(&error) {
            Some(time) => pause(&attempt, time, options)?,
            None => return Err(error),
        }
    }
}

fn fetch_once(attempt: &Attempt, options: &Options) -> Result<Response, FetchError> {
    let addresses = resolve(attempt, options)?;
    let mut stream = connect(attempt, &addresses, options)?;
    send(attempt, &mut stream, options)?;
    receive(attempt, &mut stream, options)
}

/// A connection to the first address that takes one.
fn connect(
    attempt: &Attempt,
    addresses: &Arc<Addresses>,
    options: &Options,
) -> Result<TcpStream, FetchError> {
    attempt.enter(Phase::Connecting);
    let mut refusal = None;
    for address in Arc::clone(addresses).in_turn(attempt.tries()) {
        attempt.remaining()?;
        let begun = begin(address).map_err(|error| attempt.io_error(error));
        let connected = begun.and_then(|stream| {
            spin(attempt, options, || is_connected(&stream))?;
            Ok(stream)
        });
        match connected {
            Ok(stream) => {
                addresses.prefer(address);
                return Ok(stream);
            }
            Err(error) => refusal = Some(error),
        }
    }
    Err(refusal.unwrap_or_else(|| attempt.io_error(ErrorKind::NotFound.into())))
}

/// A socket that has begun to connect.
fn begin(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    socket.set_nonblocking(true)?;
    match socket.connect(&address.into()) {
        Err(error) if !is_in_progress(&error) => Err(error),
        _ => Ok(socket.into()),
    }
}

/// Unix says EINPROGRESS, Windows says WSAEWOULDBLOCK.
fn is_in_progress(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error() == Some(libc::EINPROGRESS);
    #[cfg(not(unix))]
    return error.kind() == ErrorKind::WouldBlock;
}

/// Fails with `WouldBlock` while it is connecting.
fn is_connected(stream: &TcpStream) -> io::Result<()> {
    if let Some(error) = stream.take_error()? {
        return Err(error);
    }
    match stream.peer_addr() {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotConnected => Err(ErrorKind::WouldBlock.into()),
        Err(error) => Err(error),
    }
}

/// Writes the request. A write may take only a part of it.
fn send(attempt: &Attempt, stream: &mut TcpStream, options: &Options) -> Result<(), FetchError> {
    let request = request(attempt.url());
    let mut rest = &request[..];
    while !rest.is_empty() {
        attempt.enter(Phase::Sending);
        let count = spin(attempt, options, || stream.write(rest))?;
        if count == 0 {
            return Err(attempt.io_error(ErrorKind::WriteZero.into()));
        }
        rest = &rest[count..];
    }
    Ok(())
}

/// Reads the answer and decodes it as it comes.
fn receive(attempt: &Attempt, stream: &mut TcpStream, options: &Options) -> Result<Response, FetchError> {
    let mut decoder = Decoder::new(options.max_body);
    let mut buffer = [0; 16 << 10];
    loop {
        attempt.enter(Phase::Reading);
        let count = spin(attempt, options, || stream.read(&mut buffer))?;
        attempt.enter(Phase::Decoding);
        match decoder.decode(&buffer[..count]) {
            Ok(Some(response)) => return Ok(response),
            Ok(None) => {}
            Err(cause) => return Err(attempt.error(cause)),
        }
    }
}

/// Tries until it need not wait, or the deadline has passed.
fn spin<T>(
    attempt: &Attempt,
    options: &Options,
    mut call: impl FnMut() -> io::Result<T>,
) -> Result<T, FetchError> {
    loop {
        match call() {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            result => return result.map_err(|error| attempt.io_error(error)),
        }
        attempt.remaining()?;
        if options.interrupt.is_triggered() {
            // Nobody waits for this page any more.
            thread::sleep(Duration::from_millis(1));
        }
        hint::spin_loop();
    }
}

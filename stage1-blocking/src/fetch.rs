//! One URL: connect, send, read, decode. Each call returns when it is done, and the thread waits.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use common::fetch::http::request;
use common::fetch::resolve::Addresses;
use common::fetch::time::after;
use common::{Attempt, Decoder, FetchError, Options, Phase, Response, Target};

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

/// Waits until the next try may begin. An interrupt unparks this thread: nobody wants that try any more.
pub(crate) fn pause(attempt: &Attempt, time: Duration, options: &Options) -> Result<(), FetchError> {
    let start = after(Instant::now(), time);
    let thread = thread::current();
    let _listening = options.interrupt.on_trigger(move || thread.unpark());
    while let Some(left) = start.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
        if options.interrupt.is_triggered() {
            return Err(attempt.io_error(ErrorKind::Interrupted.into()));
        }
        thread::park_timeout(left);
    }
    Ok(())
}

fn fetch_once(attempt: &Attempt, options: &Options) -> Result<Response, FetchError> {
    let addresses = resolve(attempt, options)?;
    let mut stream = connect(attempt, &addresses)?;
    send(attempt, &mut stream)?;
    receive(attempt, &mut stream, options)
}

/// The addresses of the URL's host. The resolver's thread unparks this one.
pub(crate) fn resolve(attempt: &Attempt, options: &Options) -> Result<Arc<Addresses>, FetchError> {
    attempt.enter(Phase::Resolving);
    let lookup = options.lookup(attempt.url());
    loop {
        let thread = thread::current();
        match lookup.answer(move || thread.unpark()) {
            Some(answer) => return answer.map_err(|error| attempt.io_error(error)),
            None => thread::park_timeout(attempt.remaining()?),
        }
    }
}

/// A connection to the first address that takes one.
fn connect(attempt: &Attempt, addresses: &Arc<Addresses>) -> Result<TcpStream, FetchError> {
    attempt.enter(Phase::Connecting);
    let mut refusal = None;
    for address in Arc::clone(addresses).in_turn(attempt.tries()) {
        match TcpStream::connect_timeout(&address, attempt.remaining()?) {
            Ok(stream) => {
                addresses.prefer(address);
                return Ok(stream);
            }
            Err(error) => refusal = Some(error),
        }
    }
    Err(attempt.io_error(refusal.unwrap_or_else(|| ErrorKind::NotFound.into())))
}

/// Writes the request. A write may take only a part of it.
fn send(attempt: &Attempt, stream: &mut TcpStream) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    let request = request(attempt.url());
    let mut unsent = &request[..];
    while !unsent.is_empty() {
        // Each call gets what is left of the deadline: a write now and then does not extend it.
        let written =
            set(stream.set_write_timeout(Some(attempt.remaining()?))).and_then(|()| stream.write(unsent));
        match written {
            Ok(0) => return Err(attempt.io_error(ErrorKind::WriteZero.into())),
            Ok(count) => unsent = &unsent[count..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(attempt.io_error(error)),
        }
    }
    Ok(())
}

/// Reads until the decoder has a whole response: one read is not one message.
fn receive(attempt: &Attempt, stream: &mut TcpStream, options: &Options) -> Result<Response, FetchError> {
    let mut decoder = Decoder::new(options.max_body);
    let mut buffer = [0; 16 << 10];
    loop {
        attempt.enter(Phase::Reading);
        let read =
            set(stream.set_read_timeout(Some(attempt.remaining()?))).and_then(|()| stream.read(&mut buffer));
        let count = match read {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(attempt.io_error(error)),
        };
        attempt.enter(Phase::Decoding);
        match decoder.decode(&buffer[..count]) {
            Ok(Some(response)) => return Ok(response),
            Ok(None) => {}
            Err(cause) => return Err(attempt.error(cause)),
        }
    }
}

/// Whether a time limit was set. macOS calls it invalid on a connection that was reset; then the
/// call that follows returns at once, and tells.
fn set(limit: io::Result<()>) -> io::Result<()> {
    match limit {
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

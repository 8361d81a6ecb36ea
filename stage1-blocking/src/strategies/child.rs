//! The child's side of a fetch: it connects its stdin and stdout to a server, and waits in place of its parent.

use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::process;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use common::fetch::time::after;

use crate::stream::TcpStream;

/// The exit codes for errors that have no number from the operating system.
pub(super) const TIMED_OUT: i32 = 254;
pub(super) const OTHER: i32 = 255;

/// Connects to the address in the first line of stdin, sends the request that follows, and copies the answer to stdout.
///
/// The first line also holds the time to connect and the time for all of it, in microseconds. On stdout, an empty
/// line before the answer reports the connection. The exit code is the operating system's error, or 0.
///
/// # Errors
/// Never: it ends the process.
pub fn serve() -> io::Result<()> {
    let (sender, lines) = channel();
    let listen = move || {
        let mut line = String::new();
        while io::stdin().read_line(&mut line).is_ok_and(|count| count > 0) {
            let _ = sender.send(std::mem::take(&mut line));
        }
        // The parent has closed the pipe, or was killed. Its child ends, even if it waits for the server.
        process::exit(OTHER);
    };
    if thread::Builder::new().name("listener".into()).spawn(listen).is_err() {
        process::exit(OTHER);
    }
    let code = |error: io::Error| match error.raw_os_error() {
        Some(code) => code,
        None if error.kind() == ErrorKind::TimedOut => TIMED_OUT,
        None => OTHER,
    };
    process::exit(fetch(&lines).map_or_else(code, |()| 0));
}

fn fetch(lines: &Receiver<String>) -> io::Result<()> {
    let line = lines.recv().map_err(io::Error::other)?;
    let (address, [to_connect, in_all]) = parse(&line).ok_or(ErrorKind::InvalidInput)?;
    let mut stream = TcpStream::connect(address, to_connect, in_all)?;
    let mut stdout = io::stdout().lock();
    writeln!(stdout)?;
    let is_head = |line: &String| line != "\r\n";
    let request: String = lines.iter().take_while(is_head).chain(["\r\n".into()]).collect();
    stream.write_all(request.as_bytes())?;
    let mut buffer = [0; 16 << 10];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => stdout.write_all(&buffer[..count])?,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        stdout.flush()?;
    }
}

fn parse(line: &str) -> Option<(SocketAddr, [Instant; 2])> {
    let mut words = line.split_whitespace();
    let address = words.next()?.parse().ok()?;
    let mut deadline = || {
        let time = Duration::from_micros(words.next()?.parse().ok()?);
        Some(after(Instant::now(), time))
    };
    Some((address, [deadline()?, deadline()?]))
}

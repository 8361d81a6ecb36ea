//! [`TcpStream`]: a connection on which every call ends by one deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{self, SocketAddr};
use std::time::{Duration, Instant};

use common::trace;

/// A TCP connection whose calls block the thread, but not beyond a deadline.
///
/// The time limit of each call is what is left until the deadline. A fixed limit for each call is not
/// enough: a server that sends a byte now and then could keep the thread for ever.
#[derive(Debug)]
pub struct TcpStream {
    socket: net::TcpStream,
    deadline: Instant,
}

impl TcpStream {
    /// Connects to `address`, by the time `connect_deadline`.
    ///
    /// # Errors
    /// If the address refuses, or does not accept in time.
    pub fn connect(
        address: SocketAddr,
        connect_deadline: Instant,
        deadline: Instant,
    ) -> io::Result<TcpStream> {
        let left = left(connect_deadline)?;
        let socket = trace::blocks("a connection", || net::TcpStream::connect_timeout(&address, left))?;
        Ok(TcpStream { socket, deadline })
    }
}

/// A call that a signal interrupts is for the caller to repeat. The time that is left is then shorter.
impl Read for TcpStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = left(self.deadline);
        match &left {
            Ok(left) => unless_broken(self.socket.set_read_timeout(Some(*left)))?,
            // What has come by the deadline counts: look for it once more, without waiting.
            Err(_passed) => self.socket.set_nonblocking(true)?,
        }
        match trace::blocks("bytes to read", || self.socket.read(buffer)) {
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(left.err().unwrap_or(error)),
            read => read,
        }
    }
}

impl Write for TcpStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_broken(self.socket.set_write_timeout(Some(left(self.deadline)?)))?;
        trace::blocks("room to write", || self.socket.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the time until `deadline`, which is never zero.
///
/// # Errors
/// If the deadline has passed: an error of kind `TimedOut`.
fn left(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Ignores that a time limit could not be set on a broken connection.
///
/// On a connection that was reset, macOS rejects the limit as invalid. The call that follows returns
/// at once, with the error that matters.
fn unless_broken(limit: io::Result<()>) -> io::Result<()> {
    match limit {
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

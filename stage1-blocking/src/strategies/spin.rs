//! One thread whose sockets never block: a call that would block is tried again at once, and again.
//!
//! The sockets are non-blocking, and nothing reports when one of them is ready. So a page comes no
//! faster than with a blocking socket, and a whole CPU is busy. A selector is missing; stage 2 has one.

use std::hint;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{self, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

use common::crawl::interrupt::Interrupt;
use common::{Attempt, Job, Report};
use socket2::{Domain, Socket, Type};

use super::fetch_over::fetch_over;
use crate::crawl::crawl_with;

/// Crawls with one fetch at a time, and keeps a CPU busy meanwhile.
///
/// # Errors
/// If no thread can be started.
pub fn crawl(mut job: Job) -> io::Result<Report> {
    job.services.options.max_tasks = 1;
    crawl_with(job, |target, services| {
        let interrupt = &services.interrupt;
        fetch_over(|address, attempt| TcpStream::connect(address, attempt, interrupt), target, services)
    })
}

/// A TCP connection whose calls spin until they succeed or the deadline passes.
struct TcpStream {
    socket: net::TcpStream,
    deadline: Instant,
    interrupt: Interrupt,
}

impl TcpStream {
    fn connect(address: SocketAddr, attempt: &Attempt, interrupt: &Interrupt) -> io::Result<TcpStream> {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
        socket.set_nonblocking(true)?;
        match socket.connect(&address.into()) {
            Err(error) if !is_in_progress(&error) => return Err(error),
            _ => {}
        }
        let deadline = attempt.connect_deadline();
        let stream = TcpStream { socket: socket.into(), deadline, interrupt: interrupt.clone() };
        stream.spin(connect_outcome)?;
        Ok(TcpStream { deadline: attempt.deadline(), ..stream })
    }

    /// Calls `operation` until it would not block, or the deadline has passed.
    fn spin<T>(&self, mut operation: impl FnMut(&net::TcpStream) -> io::Result<T>) -> io::Result<T> {
        loop {
            // Look at the clock first: what has come by the deadline counts.
            let is_late = Instant::now() >= self.deadline;
            match operation(&self.socket) {
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                result => return result,
            }
            if is_late {
                return Err(ErrorKind::TimedOut.into());
            }
            if self.interrupt.is_triggered() {
                // The report does not wait for this page, so the thread can leave the CPU to others.
                thread::sleep(Duration::from_millis(1));
            }
            hint::spin_loop();
        }
    }
}

impl Read for TcpStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.spin(|mut socket| socket.read(buffer))
    }
}

impl Write for TcpStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.spin(|mut socket| socket.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns whether a connect is in progress: EINPROGRESS on Unix, WSAEWOULDBLOCK on Windows.
fn is_in_progress(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error() == Some(libc::EINPROGRESS);
    #[cfg(not(unix))]
    return error.kind() == ErrorKind::WouldBlock;
}

/// Returns `Ok` once the socket has a peer, the socket's pending error (SO_ERROR) if the connect failed, and
/// otherwise `WouldBlock`.
///
/// Until then, `peer_addr` fails with `NotConnected` on most systems, and with EINPROGRESS on some.
fn connect_outcome(socket: &net::TcpStream) -> io::Result<()> {
    match socket.peer_addr() {
        Err(error) if error.kind() == ErrorKind::NotConnected || is_in_progress(&error) => {
            Err(socket.take_error()?.unwrap_or_else(|| ErrorKind::WouldBlock.into()))
        }
        result => result.map(drop),
    }
}

//! [`Connect`]: the leaf future of a connection that is being made.

use std::io;
use std::net::{self, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use socket2::{Domain, Protocol, Socket, Type};

use crate::reactor::Reactor;
use crate::source::Direction;
use crate::stream::TcpStream;

impl TcpStream {
    /// Connects to `address`.
    pub fn connect(reactor: &Reactor, address: SocketAddr) -> Connect {
        let socket = start_connect(address);
        Connect(Some(socket.map(|socket| TcpStream::new(reactor, socket.into()))))
    }
}

/// The future of [`TcpStream::connect`]. It holds the connection, or the error of the start, until it is ready.
pub struct Connect(Option<io::Result<TcpStream>>);

/// Starts a connect, without blocking.
fn start_connect(address: SocketAddr) -> io::Result<Socket> {
    let socket = non_blocking(Domain::for_address(address))?;
    match socket.connect(&address.into()) {
        // "In progress" is not an error here: it is the expected answer.
        Err(error) if !is_in_progress(&error) => Err(error),
        _ => Ok(socket),
    }
}

/// Makes a non-blocking socket. On Linux, one system call is enough.
fn non_blocking(domain: Domain) -> io::Result<Socket> {
    #[cfg(target_os = "linux")]
    return Socket::new(domain, Type::STREAM.nonblocking(), Some(Protocol::TCP));
    #[cfg(not(target_os = "linux"))]
    return Socket::new(domain, Type::STREAM, Some(Protocol::TCP))
        .and_then(|socket| socket.set_nonblocking(true).map(|()| socket));
}

/// Returns whether a connect is in progress: EINPROGRESS on Unix, WSAEWOULDBLOCK on Windows.
fn is_in_progress(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error() == Some(libc::EINPROGRESS);
    #[cfg(not(unix))]
    return error.kind() == io::ErrorKind::WouldBlock;
}

/// Returns how a connect has ended; `WouldBlock` while it is in progress.
fn connect_outcome(socket: &net::TcpStream) -> io::Result<()> {
    match socket.peer_addr() {
        // Some systems say EINPROGRESS. The error of a failed connect is in SO_ERROR.
        Err(error) if error.kind() == io::ErrorKind::NotConnected || is_in_progress(&error) => {
            Err(socket.take_error()?.unwrap_or_else(|| io::ErrorKind::WouldBlock.into()))
        }
        result => result.map(drop),
    }
}

impl Future for Connect {
    type Output = io::Result<TcpStream>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<TcpStream>> {
        if let Some(Ok(stream)) = &self.0 {
            let registration = stream.registration();
            ready!(registration.poll_io(Direction::Write, stream.place(), cx, connect_outcome))?;
        }
        Poll::Ready(self.0.take().expect("a future must not be polled after its end"))
    }
}

//! [`Connect`]: the leaf future of a connection that is being made.

use std::future::Future;
use std::io;
use std::mem;
use std::net::{SocketAddr, TcpStream};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use socket2::{Domain, Protocol, Socket, Type};

use crate::reactor::Reactor;
use crate::source::Direction;
use crate::stream::Stream;

/// The future of [`Stream::connect`].
pub struct Connect(Option<io::Result<Connecting>>);

struct Connecting {
    stream: Stream,
    waited: bool,
}

impl Connect {
    pub(crate) fn start(reactor: &Reactor, address: SocketAddr) -> Connect {
        let socket = start_connect(address);
        let connecting =
            |socket: Socket| Connecting { stream: Stream::new(reactor, socket.into()), waited: false };
        Connect(Some(socket.map(connecting)))
    }
}

/// Begins to connect, without blocking: "in progress" is not an error, it is the answer.
fn start_connect(address: SocketAddr) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    socket.set_nonblocking(true)?;
    match socket.connect(&address.into()) {
        Err(error) if !is_in_progress(&error) => Err(error),
        _ => Ok(socket),
    }
}

/// Unix says EINPROGRESS, Windows says WSAEWOULDBLOCK.
fn is_in_progress(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error() == Some(libc::EINPROGRESS);
    #[cfg(not(unix))]
    return error.kind() == io::ErrorKind::WouldBlock;
}

/// How a connect went: writable is not connected, the outcome is in SO_ERROR.
fn connect_outcome(socket: &TcpStream) -> io::Result<()> {
    if let Some(error) = socket.take_error()? {
        return Err(error);
    }
    match socket.peer_addr() {
        Err(error) if error.kind() == io::ErrorKind::NotConnected || is_in_progress(&error) => {
            Err(io::ErrorKind::WouldBlock.into())
        }
        result => result.map(drop),
    }
}

impl Future for Connect {
    type Output = io::Result<Stream>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<Stream>> {
        if let Some(Ok(Connecting { stream, waited })) = &mut self.0 {
            if !mem::replace(waited, true) {
                return stream.registration().poll_event(Direction::Write, cx).map(Err);
            }
            ready!(stream.registration().poll_io(Direction::Write, cx, connect_outcome))?;
        }
        let connecting = self.0.take().expect("a future is not polled after its end");
        Poll::Ready(connecting.map(|connecting| connecting.stream))
    }
}

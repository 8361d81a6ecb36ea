//! [`Server`]: the other end of a session's connections.

use std::io::ErrorKind;
use std::net::{self, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};

use stage3_futures::reactor::Reactor;
use stage3_futures::stream::TcpStream;
use stage4_async::strategies::session::{Connection, Session};
use stage4_async::strategies::stream::Stream;
use test_tools::socket::connection;
use test_tools::watchdog::until;
use url::Url;

/// A server that says nothing.
pub struct Server {
    reactor: Reactor,
    url: Url,
}

impl Server {
    pub fn new(url: &str) -> Server {
        Server { reactor: Reactor::new().unwrap(), url: Url::parse(url).unwrap() }
    }

    /// Adds a connection to `session`. Returns it, and the server's end of it.
    pub fn connect<'a>(&self, session: &'a Session) -> (Connection<'a>, net::TcpStream) {
        let permit = session.reserve();
        let (near, far) = connection();
        far.set_nonblocking(true).unwrap();
        (permit.connection(&self.url, Stream::plain(TcpStream::new(&self.reactor, near))), far)
    }

    /// Makes an idle connection. Returns the server's end of it.
    pub fn idle(&self, session: &Session) -> net::TcpStream {
        let (connection, far) = self.connect(session);
        connection.keep();
        dropped(connection);
        far
    }

    /// Takes an idle connection, if there is one. Returns the address of the crawl's end.
    pub fn reused(&self, session: &Session) -> Option<SocketAddr> {
        let connection = session.reuse(&self.url)?;
        let near = connection.tcp().registration().socket().local_addr().unwrap();
        // It is not dropped: a destructor that panics while its test fails would end all tests.
        std::mem::forget(connection);
        Some(near)
    }
}

/// Drops a connection, or the future that owns it.
///
/// # Panics
/// If a destructor panics: with the likeliest reason.
#[track_caller]
pub fn dropped<T>(connection: T) {
    let dropped = catch_unwind(AssertUnwindSafe(|| drop(connection)));
    let why = "dropping a connection panics: its permit is a field, which gives the room back, and nothing else may";
    assert!(dropped.is_ok(), "{why}");
}

/// Returns the address of the crawl's end, given the server's end.
pub fn near(far: &net::TcpStream) -> Option<SocketAddr> {
    Some(far.peer_addr().unwrap())
}

/// Returns whether the crawl has not closed this connection.
pub fn is_open(far: &net::TcpStream) -> bool {
    far.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

#[track_caller]
pub fn assert_is_closed(far: &net::TcpStream, why: &str) {
    assert!(until(|| !is_open(far)), "{why}");
}

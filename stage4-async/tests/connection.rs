//! What becomes of a connection that is dropped: it is closed, or idle until the next fetch.

mod tools;

use std::future::pending;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::task::{Poll, Waker};

use contract::until;
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::Stream;
use stage4_async::strategies::session::{Connection, Session};
use tools::{listener, poll};
use url::Url;

/// A server that accepts connections, and says nothing.
struct Server {
    reactor: Reactor,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    fn start() -> Server {
        let (listener, address) = listener();
        Server { reactor: Reactor::new().unwrap(), listener, address }
    }

    fn url(&self) -> Url {
        Url::parse(&format!("http://{}/", self.address)).unwrap()
    }

    /// Adds a connection to `session`. Returns it, and the server's end of it.
    fn connect<'a>(&self, session: &'a Session) -> (Connection<'a>, TcpStream) {
        let permit = session.reserve();
        let mut connect = Stream::connect(&self.reactor, self.address);
        let stream = loop {
            match poll(&mut connect, Waker::noop()) {
                Poll::Ready(stream) => break stream.unwrap(),
                Poll::Pending => self.reactor.turn(|| false).unwrap(),
            }
        };
        let far = self.listener.accept().unwrap().0;
        far.set_nonblocking(true).unwrap();
        (permit.connection(&self.url(), stream), far)
    }

    /// Makes an idle connection. Returns the server's end of it.
    fn idle(&self, session: &Session) -> TcpStream {
        let (connection, far) = self.connect(session);
        connection.keep();
        drop(connection);
        far
    }

    /// Takes an idle connection, if there is one. Returns the address of the crawl's end.
    fn reused(&self, session: &Session) -> Option<SocketAddr> {
        let connection = session.reuse(&self.url())?;
        let near = connection.registration().socket().local_addr().unwrap();
        // It is not dropped: a destructor that panics while its test fails would end all tests.
        std::mem::forget(connection);
        Some(near)
    }
}

/// Returns the address of the crawl's end, given the server's end.
fn near(far: &TcpStream) -> Option<SocketAddr> {
    Some(far.peer_addr().unwrap())
}

/// Returns whether the crawl has not closed this connection.
fn is_open(far: &TcpStream) -> bool {
    far.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

#[track_caller]
fn assert_is_closed(far: &TcpStream, why: &str) {
    assert!(until(|| !is_open(far)), "{why}");
}

#[test]
fn a_kept_connection_is_used_again() {
    let (server, session) = (Server::start(), Session::new(5));
    let far = server.idle(&session);
    assert_eq!(server.reused(&session), near(&far), "a kept connection must be idle, for the next fetch");
}

#[test]
fn a_kept_connection_is_for_its_own_host() {
    let (server, other, session) = (Server::start(), Server::start(), Session::new(5));
    let far = server.idle(&session);
    assert_eq!(other.reused(&session), None, "the idle connection is to another host");
    assert_eq!(server.reused(&session), near(&far), "the idle connection has lost its host");
}

#[test]
fn a_connection_that_is_not_kept_is_closed() {
    let (server, session) = (Server::start(), Session::new(5));
    let (connection, far) = server.connect(&session);
    drop(connection);
    assert_eq!(server.reused(&session), None, "the rest of an answer may come on this connection");
    assert_is_closed(&far, "`keep` was not called, so the connection must be closed when it is dropped");
}

#[test]
fn a_fetch_that_is_dropped_half_way_closes_its_connection() {
    let (server, session) = (Server::start(), Session::new(5));
    let (connection, far) = server.connect(&session);
    let mut fetch = Box::pin(async move {
        pending::<()>().await;
        connection.keep();
    });
    assert!(poll(&mut fetch, Waker::noop()).is_pending());
    assert!(is_open(&far), "the fetch waits for an answer");
    drop(fetch);
    assert_eq!(server.reused(&session), None, "the answer to the dropped fetch may come on it");
    assert_is_closed(&far, "the future of the fetch was dropped, and with it the connection");
}

#[test]
fn a_connection_that_is_closed_makes_room() {
    let (server, session) = (Server::start(), Session::new(2));
    drop(server.connect(&session));
    let far = server.idle(&session);
    drop(session.reserve());
    assert!(is_open(&far), "one connection is closed and one is idle: of two, there is room for one more");
}

#[test]
fn a_connection_that_is_idle_takes_up_room() {
    let (server, session) = (Server::start(), Session::new(1));
    let far = server.idle(&session);
    drop(session.reserve());
    let why = "an idle connection is open, so it must count: there was no room for one more";
    assert_eq!(server.reused(&session), None, "{why}");
    assert_is_closed(&far, why);
}

#[test]
fn two_fetches_that_connect_at_once_have_room_for_two() {
    let (server, session) = (Server::start(), Session::new(2));
    let idle = [(); 2].map(|()| server.idle(&session));
    // Neither of them is connected when the other one asks for room.
    let _permits = [session.reserve(), session.reserve()];
    let why = "a connection that is being made must count: another fetch has found the same room";
    assert_eq!(server.reused(&session), None, "{why}");
    idle.iter().for_each(|far| assert_is_closed(far, why));
}

#[test]
fn a_fetch_that_is_dropped_before_it_is_connected_gives_its_room_back() {
    let (server, session) = (Server::start(), Session::new(2));
    let far = server.idle(&session);
    let mut fetch = Box::pin(async {
        let _permit = session.reserve();
        pending::<()>().await;
    });
    assert!(poll(&mut fetch, Waker::noop()).is_pending());
    drop(fetch);
    drop(session.reserve());
    assert!(
        is_open(&far),
        "no connection was made with the dropped permit: of two, there is room for one more"
    );
}

#[test]
fn a_connection_that_is_closed_leaves_idle_ones_open() {
    let (server, session) = (Server::start(), Session::new(5));
    let far = server.idle(&session);
    drop(server.connect(&session));
    assert!(is_open(&far), "the dropped connection must be closed, and not an idle one");
}

#[test]
fn the_connection_that_was_used_most_recently_is_used_again() {
    let (server, session) = (Server::start(), Session::new(5));
    let [first, last] = [(); 2].map(|()| server.idle(&session));
    let why = "the oldest one is the likeliest to be closed by its server";
    assert_eq!(server.reused(&session), near(&last), "{why}");
    assert_eq!(server.reused(&session), near(&first), "both are idle");
}

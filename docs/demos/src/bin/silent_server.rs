//! A wait for events alone never ends if the server sends nothing.
//!
//!     cargo run -p demos --bin silent_server
//!     cargo run -p demos --bin silent_server -- fixed

use std::net::{self, Ipv4Addr};
use std::rc::Rc;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use stage2_callbacks::reactor::Reactor;

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    let wait = || {
        let (mut socket, _server) = connection();
        let mut poll = Poll::new().unwrap();
        poll.registry().register(&mut socket, Token(0), Interest::READABLE).unwrap();
        poll.poll(&mut Events::with_capacity(1), None).unwrap();
        println!("the answer has come");
    };
    demos::watched(wait, || "the selector still waits, because no socket has an event".to_owned());
}

fn fixed() {
    let (mut socket, _server) = connection();
    let reactor = Rc::new(Reactor::new().unwrap());
    reactor.register(&mut socket, Interest::READABLE, || println!("the answer has come")).unwrap();
    let stops = Rc::clone(&reactor);
    reactor.set_timer(Instant::now() + Duration::from_millis(200), move || {
        println!("the deadline has passed");
        stops.stop();
    });
    reactor.run().unwrap();
}

/// Returns a connection, and its server, which sends nothing.
fn connection() -> (TcpStream, net::TcpListener) {
    let server = net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let socket = net::TcpStream::connect(server.local_addr().unwrap()).unwrap();
    socket.set_nonblocking(true).unwrap();
    (TcpStream::from_std(socket), server)
}

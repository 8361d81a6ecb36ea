//! A wait for events alone never ends if the server sends nothing.

use std::rc::Rc;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use stage2_callbacks::reactor::Reactor;

demos::main!(wrong, fixed);

fn wrong() {
    let wait = || {
        let (client, _server) = demos::connection();
        let mut socket = TcpStream::from_std(client);
        let mut poll = Poll::new().unwrap();
        poll.registry().register(&mut socket, Token(0), Interest::READABLE).unwrap();
        poll.poll(&mut Events::with_capacity(1), None).unwrap();
        println!("the answer has come");
    };
    demos::watched(wait, || "the selector still waits, because no socket has an event".to_owned());
}

fn fixed() {
    let (client, _server) = demos::connection();
    let mut socket = TcpStream::from_std(client);
    let reactor = Rc::new(Reactor::new().unwrap());
    reactor.register(&mut socket, Interest::READABLE, || println!("the answer has come")).unwrap();
    let stops = Rc::clone(&reactor);
    reactor.set_timer(Instant::now() + Duration::from_millis(200), move || {
        println!("the deadline has passed");
        stops.stop();
    });
    reactor.run().unwrap();
}

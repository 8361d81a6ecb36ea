//! A long answer must not starve the others.

use std::cell::{Cell, RefCell};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use common::{Options, Target};
use stage2_callbacks::fetch::fetch;
use stage2_callbacks::reactor::Reactor;

/// Accepts a connection and reads a request. Returns the request's first line and the connection.
fn accept(listener: &TcpListener) -> (String, TcpStream) {
    let stream = listener.accept().unwrap().0;
    let mut lines = BufReader::new(&stream).lines().map(Result::unwrap).take_while(|line| !line.is_empty());
    let first = lines.next().unwrap();
    lines.for_each(drop);
    (first, stream)
}

#[test]
fn a_short_answer_ends_before_a_long_one() {
    let reactor = Rc::new(Reactor::new().unwrap());
    // One byte for each read: a short answer takes many reads, and a long one takes many turns.
    reactor.buffer().truncate(1);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let options = Arc::new(Options::new([]));
    let ended = Rc::<RefCell<Vec<String>>>::default();
    for path in ["/long", "/short"] {
        let url = format!("http://{address}{path}").parse().unwrap();
        let ended = Rc::clone(&ended);
        fetch(Target::page(Arc::new(url)), &options, &reactor, move |target, fetched| {
            assert_eq!(fetched.unwrap().status, 200);
            ended.borrow_mut().push(target.url.path().into());
        });
    }

    let all_have_asked = Rc::new(Cell::new(false));
    let noted = Rc::clone(&all_have_asked);
    let remote = reactor.remote(reactor.add(move || noted.set(true)));
    let server = thread::spawn(move || {
        let asked = [(); 2].map(|()| accept(&listener));
        remote.wake();
        asked
    });
    while !all_have_asked.get() {
        reactor.turn().unwrap();
    }

    // Both answers have been sent as a whole before the next turn.
    let mut asked = server.join().unwrap();
    asked.sort_by(|(a, _), (b, _)| a.cmp(b));
    let [(_, long), (_, short)] = &mut asked;
    for (stream, length) in [(long, 1000), (short, 0)] {
        let answer = format!("HTTP/1.0 200 OK\r\nContent-Length: {length}\r\n\r\n{:length$}", "");
        stream.write_all(answer.as_bytes()).unwrap();
    }
    while ended.borrow().len() < 2 {
        reactor.turn().unwrap();
    }
    assert_eq!(*ended.borrow(), ["/short", "/long"]);
}

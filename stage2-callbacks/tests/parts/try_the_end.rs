//! What a fetch leaves behind when it calls `fetched`: nothing.

use std::cell::{Cell, OnceCell};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::rc::Rc;

use crate::tools::{Fetch, listen, one_try, setup};

#[test]
fn a_response_finds_its_connection_closed() {
    let why = "`fetched` is called while the connection is still open: close the try first";
    ends_closed("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", why);
}

#[test]
fn an_error_finds_its_connection_closed() {
    let why = "the last try has failed, and `fetched` is called while its connection is still open: close the try first";
    ends_closed("not HTTP", why);
}

/// Asserts that a fetch that gets `answer` has closed its connection when it calls `fetched`.
#[track_caller]
fn ends_closed(answer: &str, why: &str) {
    let (reactor, _) = setup();
    let (listener, address) = listen();
    let (server, seen) = (Rc::new(OnceCell::<TcpStream>::new()), Rc::new(Cell::new(None)));
    let (asks, sees) = (Rc::clone(&server), Rc::clone(&seen));
    let ended = move || sees.set(asks.get().and_then(|mut server| server.read(&mut [0]).ok()));
    let fetch = Fetch::start_on(&reactor, address, one_try(), ended);
    let (mut stream, _) = fetch.accept(&listener, "the request does not come");
    stream.write_all(answer.as_bytes()).unwrap();
    stream.set_nonblocking(true).unwrap();
    server.set(stream).expect("there is one connection");
    drop(fetch.result("the answer has come, and `fetched` is not called"));
    assert!(seen.get() == Some(0), "{why}");
    drop(fetch);
    assert_eq!(Rc::strong_count(&reactor), 1, "the fetch has left a timer or a callback behind");
}

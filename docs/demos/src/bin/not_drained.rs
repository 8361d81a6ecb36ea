//! One read for each event of an edge-triggered selector: no event reports the bytes that are left.
//!
//!     cargo run -p demos --bin not_drained
//!     cargo run -p demos --bin not_drained -- fixed

use std::io::{ErrorKind, Read, Write};
use std::net;

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    receive_with(|stream, page| {
        let mut buffer = [0; 4];
        let count = stream.read(&mut buffer).unwrap();
        page.extend_from_slice(&buffer[..count]);
    });
}

fn fixed() {
    receive_with(|stream, page| {
        let mut buffer = [0; 4];
        loop {
            match stream.read(&mut buffer) {
                Ok(count) if count > 0 => page.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                end => panic!("the page is not complete: {end:?}"),
            }
        }
    });
}

/// Receives a page of six bytes: calls `readable` at each event.
fn receive_with(readable: fn(&mut TcpStream, &mut Vec<u8>)) {
    let (mut server, client) = connection();
    server.write_all(b"a page").unwrap();
    let socket = client.try_clone().unwrap();
    let program = move || {
        // The server is there to the end: to close the connection would be an event.
        let _server = server;
        let (mut stream, mut page) = (TcpStream::from_std(client), Vec::new());
        let (mut poll, mut events) = (Poll::new().unwrap(), Events::with_capacity(8));
        poll.registry().register(&mut stream, Token(0), Interest::READABLE).unwrap();
        while page.len() < 6 {
            poll.poll(&mut events, None).unwrap();
            for _ in &events {
                readable(&mut stream, &mut page);
                println!("after an event, the page is {:?}", String::from_utf8_lossy(&page));
            }
        }
    };
    demos::watched(program, move || {
        let unread = socket.peek(&mut [0; 6]).unwrap();
        format!("this hangs. The socket has {unread} unread bytes, and the selector reports no event.")
    });
}

fn connection() -> (net::TcpStream, net::TcpStream) {
    let listener = net::TcpListener::bind("127.0.0.1:0").unwrap();
    let client = net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    client.set_nonblocking(true).unwrap();
    (listener.accept().unwrap().0, client)
}

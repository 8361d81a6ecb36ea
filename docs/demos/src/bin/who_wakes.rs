//! A leaf future that returns `Pending`, and relies on the executor to poll it again.
//!
//!     cargo run -p demos --bin who_wakes
//!     cargo run -p demos --bin who_wakes -- fixed

use std::future::poll_fn;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::task::{Context, Poll};
use std::thread;

use stage3_futures::registration::Registration;
use stage3_futures::source::Direction;

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    read_with(|source, _cx, buffer| match source.socket().read(buffer) {
        // There is nothing yet. The executor will ask again.
        Err(error) if error.kind() == ErrorKind::WouldBlock => Poll::Pending,
        result => Poll::Ready(result),
    });
}

fn fixed() {
    read_with(|source, cx, buffer| match source.socket().read(buffer) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => {
            source.poll_event(Direction::Read, cx).map(Err)
        }
        result => Poll::Ready(result),
    });
}

type Polls = fn(&Registration, &mut Context<'_>, &mut [u8]) -> Poll<io::Result<usize>>;

/// Reads what a server sends, which waits until the first poll has found nothing.
fn read_with(poll: Polls) {
    demos::run(async move |reactor, _spawner| {
        let (is_polled, polled) = channel();
        let source = Registration::new(&reactor, connect_to_server(polled));
        let mut buffer = [0; 16];
        let count = poll_fn(|cx| {
            let count = poll(&source, cx, &mut buffer);
            if count.is_pending() {
                println!("polled: there are no bytes yet");
                is_polled.send(()).unwrap();
            }
            count
        });
        println!("polled: the server has sent {} bytes", count.await.unwrap());
    });
}

/// Connects to a server on another thread. It sends five bytes when it is told to.
fn connect_to_server(told: Receiver<()>) -> TcpStream {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    client.set_nonblocking(true).unwrap();
    thread::spawn(move || {
        let (mut server, _) = listener.accept().unwrap();
        for () in told {
            println!("the server sends five bytes");
            server.write_all(b"Hello").unwrap();
        }
    });
    client
}

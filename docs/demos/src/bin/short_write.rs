//! `write_all` on a socket that does not block: it gives up in the middle, and does not say where.
//!
//!     cargo run -p demos --bin short_write
//!     cargo run -p demos --bin short_write -- fixed

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::thread;

use mio::{Events, Interest, Poll, Token};

static REQUEST: [u8; 8 << 20] = [b'x'; 8 << 20];

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    let (mut near, mut far) = connection();
    let written = near.write_all(&REQUEST);
    println!("write_all: {:?}", written.map_err(|error| error.kind()));
    near.shutdown(Shutdown::Write).unwrap();
    println!("the server has {} bytes of {}", count(&mut far), REQUEST.len());
}

fn fixed() {
    let (near, mut far) = connection();
    let server = thread::spawn(move || count(&mut far));
    let waits = write_in_parts(mio::net::TcpStream::from_std(near)).unwrap();
    println!("all is written; waits: {waits}");
    println!("the server has {} bytes of {}", server.join().unwrap(), REQUEST.len());
}

/// Writes the request, and returns how often it had to wait.
fn write_in_parts(mut near: mio::net::TcpStream) -> io::Result<usize> {
    let mut poll = Poll::new()?;
    poll.registry().register(&mut near, Token(0), Interest::WRITABLE)?;
    let mut events = Events::with_capacity(1);
    let (mut unsent, mut waits) = (&REQUEST[..], 0);
    while !unsent.is_empty() {
        match near.write(unsent) {
            Ok(count) => unsent = &unsent[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                waits += 1;
                poll.poll(&mut events, None)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(waits)
}

/// Reads until the end, and returns how many bytes have come.
fn count(far: &mut TcpStream) -> usize {
    let mut bytes = Vec::new();
    far.read_to_end(&mut bytes).unwrap()
}

/// Returns the two ends of a connection. The first one does not block.
fn connection() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    near.set_nonblocking(true).unwrap();
    (near, listener.accept().unwrap().0)
}

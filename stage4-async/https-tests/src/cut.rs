//! [`cut()`]: a connection between a client and a server that ends after a number of bytes.

use std::io;
use std::io::Read;
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;

use test_tools::socket::listener;

/// What becomes of a connection after its last byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// It ends.
    Ends,
    /// It stays open, and nothing more comes.
    Stalls,
}

/// Listens on loopback, and passes each connection on to `server`, but only the first bytes of its answers: as many as
/// `most` returns for the connection's number, counted from 0.
pub fn cut(server: SocketAddr, most: impl Fn(u64) -> u64 + Send + 'static, then: Then) -> SocketAddr {
    let (listener, address) = listener();
    thread::spawn(move || {
        for (number, client) in (0..).zip(listener.incoming().flatten()) {
            let most = most(number);
            thread::spawn(move || pass(client, server, most, then).unwrap_or_default());
        }
    });
    address
}

fn pass(client: TcpStream, server: SocketAddr, most: u64, then: Then) -> io::Result<()> {
    let server = TcpStream::connect(server)?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    // Holds both connections until the client gives up.
    thread::spawn(move || {
        let copied = io::copy(&mut from_client, &mut to_server);
        copied.and(to_server.shutdown(Shutdown::Both)).unwrap_or_default();
    });
    io::copy(&mut server.take(most), &mut &client)?;
    if then == Then::Ends { client.shutdown(Shutdown::Both) } else { Ok(()) }
}

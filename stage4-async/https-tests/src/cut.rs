//! [`cut()`]: a connection between a client and a server that ends after a number of bytes.

use std::io::{self, Read};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;

use test_tools::socket::listener;

/// Listens on loopback, and passes each connection on to `server`, but only the first bytes of its answers: as many as
/// `most` returns for the connection's number, counted from 0.
pub fn cut(server: SocketAddr, most: impl Fn(u64) -> u64 + Send + 'static) -> SocketAddr {
    let (listener, address) = listener();
    thread::spawn(move || {
        for (number, client) in (0..).zip(listener.incoming().flatten()) {
            let most = most(number);
            thread::spawn(move || pass(client, server, most).unwrap_or_default());
        }
    });
    address
}

fn pass(client: TcpStream, server: SocketAddr, most: u64) -> io::Result<()> {
    let server = TcpStream::connect(server)?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    thread::spawn(move || {
        let copied = io::copy(&mut from_client, &mut to_server);
        copied.and(to_server.shutdown(Shutdown::Both)).unwrap_or_default();
    });
    io::copy(&mut server.take(most), &mut &client)?;
    client.shutdown(Shutdown::Both)
}

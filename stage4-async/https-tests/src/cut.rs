//! [`Cut`]: a connection between a client and a server that ends after a number of bytes.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;

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
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
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
    let up = thread::spawn(move || {
        let copied = io::copy(&mut from_client, &mut to_server);
        to_server.shutdown(Shutdown::Both).and(copied)
    });
    let mut to_client = &client;
    io::copy(&mut server.take(most), &mut to_client)?;
    to_client.flush()?;
    if then == Then::Ends {
        client.shutdown(Shutdown::Both)?;
    }
    // Until the client gives up.
    up.join().map_err(|_| io::Error::other("the thread has panicked"))?.map(drop)
}

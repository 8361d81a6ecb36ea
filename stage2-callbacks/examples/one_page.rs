//!     cargo run -p stage2-callbacks --example one_page_callbacks
//!
//! One page of the practice site. No call on the socket waits: each step names the callback for the
//! next event, and returns to the event loop. What the next step needs must be kept in a struct.

use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use practice_site::Site;

fn main() -> io::Result<()> {
    let site = Site::comics()?;
    let page = fetch(site.address())?;
    io::stdout().write_all(&page)
}

/// What a thread would keep on its stack.
struct Fetch {
    poll: Poll,
    stream: TcpStream,
    page: Vec<u8>,
    /// What to call at the next event.
    callback: Option<fn(&mut Fetch) -> io::Result<()>>,
}

/// Registers the first callback, and runs the event loop.
fn fetch(address: SocketAddr) -> io::Result<Vec<u8>> {
    let (poll, stream) = (Poll::new()?, TcpStream::connect(address)?);
    let mut fetch = Fetch { poll, stream, page: Vec::new(), callback: Some(connected) };
    fetch.poll.registry().register(&mut fetch.stream, Token(0), Interest::WRITABLE)?;
    let mut events = Events::with_capacity(1);
    while let Some(callback) = fetch.callback {
        fetch.poll.poll(&mut events, None)?;
        callback(&mut fetch)?;
    }
    Ok(fetch.page)
}

fn connected(fetch: &mut Fetch) -> io::Result<()> {
    if fetch.stream.peer_addr().is_err() {
        // Writable is not connected. Return the reason, or wait for the next event.
        return fetch.stream.take_error()?.map_or(Ok(()), Err);
    }
    fetch.stream.write_all(b"GET / HTTP/1.0\r\n\r\n")?;
    fetch.poll.registry().reregister(&mut fetch.stream, Token(0), Interest::READABLE)?;
    fetch.callback = Some(readable);
    Ok(())
}

fn readable(fetch: &mut Fetch) -> io::Result<()> {
    match fetch.stream.read_to_end(&mut fetch.page) {
        // All that has come is read. The callback stays, for the next event.
        Err(error) if error.kind() == ErrorKind::WouldBlock => {}
        end => {
            end?;
            fetch.callback = None;
        }
    }
    Ok(())
}

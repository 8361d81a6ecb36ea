//! [`TcpStream`]: a connection, and the leaf futures that wait for it.

use std::io::{self, Read, Write};
use std::net;
use std::ops::Deref;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use crate::reactor::Reactor;
use crate::registration::Registration;
use crate::source::Direction;

/// A TCP connection. Its clones are the same connection, which is closed when the last one is dropped.
///
/// Each clone, and so each future of a read or a write, has a place of its own for a waker in each direction. An event
/// calls the wakers of all places, and dropping a clone removes its wakers.
///
/// In one place, the waker of the latest poll counts. The waker that it replaces is not called, because it may be of the same
/// task: `will_wake` may be false for two wakers of one task. So two tasks that wait must not share a clone.
pub struct TcpStream {
    registration: Rc<Registration>,
    place: usize,
}

impl TcpStream {
    /// Makes the stream of a socket, which must be non-blocking.
    pub fn new(reactor: &Reactor, socket: net::TcpStream) -> TcpStream {
        TcpStream::at_new_place(Rc::new(Registration::new(reactor, socket)))
    }

    fn at_new_place(registration: Rc<Registration>) -> TcpStream {
        TcpStream { place: registration.new_place(), registration }
    }

    /// Reads into `buffer`, and returns how many bytes; 0 is the end of the stream.
    ///
    /// # Errors
    /// If the connection is broken.
    pub fn poll_read(&self, cx: &mut Context<'_>, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        self.registration.poll_io(Direction::Read, self.place, cx, |mut socket| socket.read(buffer))
    }

    /// Writes a part of `bytes`, and returns how many.
    ///
    /// # Errors
    /// If the connection is broken.
    pub fn poll_write(&self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.registration.poll_io(Direction::Write, self.place, cx, |mut socket| socket.write(bytes))
    }

    /// Writes all of `bytes`.
    pub fn write_all(&self, bytes: Vec<u8>) -> WriteAll {
        WriteAll { stream: self.clone(), bytes, written: 0 }
    }

    /// Reads the bytes that are there, and waits if there are none.
    pub fn read_chunk(&self) -> ReadChunk {
        ReadChunk { stream: self.clone() }
    }

    /// Reads to the end of the stream.
    pub fn read_all(&self) -> ReadAll {
        ReadAll { chunk: self.read_chunk(), bytes: Vec::new() }
    }

    /// Returns the socket's registration with the reactor.
    pub fn registration(&self) -> &Registration {
        &self.registration
    }

    /// Returns the place of this clone at the registration.
    pub fn place(&self) -> usize {
        self.place
    }
}

impl Clone for TcpStream {
    fn clone(&self) -> TcpStream {
        TcpStream::at_new_place(Rc::clone(&self.registration))
    }
}

impl Drop for TcpStream {
    fn drop(&mut self) {
        // A future that is dropped waits no more. Its waker would cause a spurious wake-up, and keep what it owns.
        for direction in [Direction::Read, Direction::Write] {
            self.registration.end_wait(direction, self.place);
        }
    }
}

/// The future of [`TcpStream::write_all`]. A write may take only a part of the bytes.
pub struct WriteAll {
    stream: TcpStream,
    bytes: Vec<u8>,
    written: usize,
}

impl Future for WriteAll {
    type Output = io::Result<()>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.written < self.bytes.len() {
            let count = ready!(self.stream.poll_write(cx, &self.bytes[self.written..]))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.written += count;
        }
        Poll::Ready(Ok(()))
    }
}

/// The future of [`TcpStream::read_chunk`]. It may be polled again after `Ready`: then it waits for the next bytes.
pub struct ReadChunk {
    stream: TcpStream,
}

impl Future for ReadChunk {
    type Output = io::Result<Chunk>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<Chunk>> {
        let reactor = self.stream.registration.reactor();
        let mut chunk = Chunk { bytes: reactor.take_buffer(), count: 0, reactor: reactor.clone() };
        // On `Pending`, dropping the chunk gives the buffer back.
        chunk.count = ready!(self.stream.poll_read(cx, &mut chunk.bytes))?;
        Poll::Ready(Ok(chunk))
    }
}

/// Bytes that were read, in the buffer that all connections share. Dropping the chunk gives the buffer back.
pub struct Chunk {
    bytes: Vec<u8>,
    count: usize,
    reactor: Reactor,
}

impl Deref for Chunk {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.count]
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        self.reactor.give_buffer(std::mem::take(&mut self.bytes));
    }
}

/// The future of [`TcpStream::read_all`]. It delegates to [`ReadChunk`] until the stream ends.
pub struct ReadAll {
    chunk: ReadChunk,
    bytes: Vec<u8>,
}

impl Future for ReadAll {
    type Output = io::Result<Vec<u8>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<Vec<u8>>> {
        loop {
            let chunk = ready!(Pin::new(&mut self.chunk).poll(cx))?;
            if chunk.is_empty() {
                return Poll::Ready(Ok(std::mem::take(&mut self.bytes)));
            }
            self.bytes.extend_from_slice(&chunk);
        }
    }
}

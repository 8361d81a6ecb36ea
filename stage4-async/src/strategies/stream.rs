//! [`Stream`]: a connection of TCP, or a layer over it.

use std::cell::RefCell;
use std::future::poll_fn;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Poll, ready};

use futures::io::{AsyncRead, AsyncWrite};
use stage3_futures::stream::TcpStream;

use crate::stream::AsyncStream;

/// A connection. Its clones are the same connection, which is closed when the last one is dropped.
#[derive(Clone)]
pub struct Stream {
    tcp: TcpStream,
    /// The connection itself, or a layer that reads from it and writes to it. Its type is erased, so that a session may
    /// have connections of both kinds.
    layer: Rc<RefCell<dyn Layer>>,
}

/// What can be read and written, whatever it is made of.
trait Layer: AsyncRead + AsyncWrite + Unpin {}

impl<T: AsyncRead + AsyncWrite + Unpin> Layer for T {}

impl Stream {
    /// Makes a stream without a layer.
    pub fn plain(tcp: TcpStream) -> Stream {
        Stream::layered(tcp.clone(), AsyncStream(tcp))
    }

    /// Makes the stream of a `layer` over `tcp`.
    pub fn layered(tcp: TcpStream, layer: impl AsyncRead + AsyncWrite + Unpin + 'static) -> Stream {
        Stream { tcp, layer: Rc::new(RefCell::new(layer)) }
    }

    /// Returns the connection of TCP.
    pub fn tcp(&self) -> &TcpStream {
        &self.tcp
    }

    /// Writes all of `bytes`.
    ///
    /// # Errors
    /// If the connection is broken.
    pub async fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        let mut written = 0;
        poll_fn(|cx| {
            let mut layer = self.layer.borrow_mut();
            while written < bytes.len() {
                match ready!(Pin::new(&mut *layer).poll_write(cx, &bytes[written..]))? {
                    0 => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                    count => written += count,
                }
            }
            // A layer may have kept some of the bytes.
            Pin::new(&mut *layer).poll_flush(cx)
        })
        .await
    }

    /// Reads the bytes that are there, and waits if there are none. Returns what `decode` makes of them.
    ///
    /// They stand in the buffer that all connections share.
    ///
    /// # Errors
    /// If the connection is broken. If a layer knows that bytes are missing: `UnexpectedEof`.
    pub async fn read<T>(&self, mut decode: impl FnMut(&[u8]) -> T) -> io::Result<T> {
        let reactor = self.tcp.registration().reactor();
        poll_fn(|cx| {
            let mut buffer = reactor.take_buffer();
            let read = Pin::new(&mut *self.layer.borrow_mut()).poll_read(cx, &mut buffer);
            let decoded = read.map_ok(|count| decode(&buffer[..count]));
            reactor.give_buffer(buffer);
            decoded
        })
        .await
    }
}

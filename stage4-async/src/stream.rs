//! [`AsyncStream`]: stage 3's stream with the ecosystem's traits.

use std::io;
use std::net::Shutdown;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::io::{AsyncRead, AsyncWrite};
use stage3_futures::stream::TcpStream;

/// A [`TcpStream`] for code that requires [`AsyncRead`] and [`AsyncWrite`].
///
/// The orphan rule requires a newtype: the traits and the stream both come from other crates.
///
/// The traits have no future that could give up its place. So the stream keeps the waker of a read or a write that was
/// dropped, until the next event, or until the stream is dropped.
pub struct AsyncStream(pub TcpStream);

impl AsyncRead for AsyncStream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        self.0.poll_read(cx, buffer)
    }
}

impl AsyncWrite for AsyncStream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.0.poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.0.registration().socket().shutdown(Shutdown::Write) {
            // The connection is closed already.
            Err(error) if error.kind() == io::ErrorKind::NotConnected => Poll::Ready(Ok(())),
            result => Poll::Ready(result),
        }
    }
}

//! [`Secured`]: a connection with TLS, once its handshake has ended.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::io::{AsyncRead, AsyncWrite};
use futures_rustls::client::TlsStream;

use super::fault::after_handshake;

/// A connection with TLS, once its handshake has ended. Of its errors, those of TLS are named as such.
pub struct Secured<S>(pub(super) TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Secured<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut [u8]) -> Poll<io::Result<usize>> {
        let read = Pin::new(&mut self.0).poll_read(cx, into);
        // There may be something to write: the rest of the request, or what the read has made. A server that wants to
        // renegotiate waits for the refusal (RFC 5246, section 7.2.2).
        if read.is_pending()
            && let Poll::Ready(Err(error)) = Pin::new(&mut self.0).poll_flush(cx)
        {
            return Poll::Ready(Err(after_handshake(error)));
        }
        read.map_err(after_handshake)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Secured<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes).map_err(after_handshake)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx).map_err(after_handshake)
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_close(cx).map_err(after_handshake)
    }
}

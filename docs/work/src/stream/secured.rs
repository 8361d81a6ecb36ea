//! [`secure`]: TLS over a connection.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use program::tls::{Config, after_handshake, of_io, server_name};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::Stream;

/// Puts TLS over a connection to this host, as stage 4 does in `strategies/https.rs`.
///
/// # Errors
/// If the host's certificate is for another host, or not trusted; if the connection is broken.
pub async fn secure(host: &str, tcp: TcpStream, tls: &Config) -> io::Result<Stream> {
    let connector = TlsConnector::from(tls.get().await?);
    // Without this, the request waits until the server acknowledges the end of the handshake: on Linux 40 ms, by Nagle's
    // algorithm and delayed acknowledgements.
    tcp.set_nodelay(true)?;
    let secured = connector.connect(server_name(host)?, tcp).await.map_err(of_io)?;
    Ok(Box::new(Secured(secured)))
}

/// A connection with TLS, once its handshake has ended. Of its errors, those of TLS are named as such.
struct Secured(TlsStream<TcpStream>);

impl AsyncRead for Secured {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.0).poll_read(cx, buffer);
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

impl AsyncWrite for Secured {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes).map_err(after_handshake)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx).map_err(after_handshake)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx).map_err(after_handshake)
    }
}

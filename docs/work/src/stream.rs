//! [`Stream`]: a connection, or TLS over it. [`Tls`] makes it.

use std::io;

use common::{Attempt, FetchError, Options, Phase};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
#[cfg(feature = "https")]
use tokio_util::compat::{FuturesAsyncReadCompatExt, TokioAsyncReadCompatExt};

/// A connection. Its type is erased, so that a fetch is the same over TLS and without it.
pub type Stream = Box<dyn Layer>;

/// What can be read and written, whatever it is made of.
pub trait Layer: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Layer for T {}

/// Makes connections secure. Its clones share what they trust, and the sessions that servers resume.
#[derive(Clone, Debug)]
pub struct Tls {
    #[cfg(feature = "https")]
    config: program::tls::Config,
}

impl Tls {
    /// Makes it for a crawl with these options.
    #[cfg_attr(not(feature = "https"), expect(unused_variables, reason = "only https has such options"))]
    pub fn new(options: &Options) -> Tls {
        Tls {
            #[cfg(feature = "https")]
            config: program::tls::Config::new(&options.ca),
        }
    }

    /// Puts TLS over a connection if the URL of the fetch demands it.
    ///
    /// # Errors
    /// If the connection is not secure.
    pub async fn layer(&self, attempt: &mut Attempt, tcp: TcpStream) -> Result<Stream, FetchError> {
        if attempt.url().scheme() != "https" {
            return Ok(Box::new(tcp));
        }
        attempt.enter(Phase::Securing);
        let host = attempt.url().host_str().unwrap_or_default().to_owned();
        // In a box, so that no fetch has room for TLS that it does not need.
        Box::pin(self.secure(&host, tcp)).await.map_err(|error| attempt.io_error(error))
    }

    /// Puts TLS over a connection to a server that is no part of the crawl.
    ///
    /// # Errors
    /// If the connection is not secure, or this program has no TLS.
    pub async fn secure(&self, host: &str, tcp: TcpStream) -> io::Result<Stream> {
        #[cfg(feature = "https")]
        {
            tcp.set_nodelay(true)?;
            let secured = self.config.secure(host, tcp.compat()).await?;
            // TLS is written for the traits of the `futures` crate, and tokio has traits of its own.
            Ok(Box::new(secured.compat()))
        }
        #[cfg(not(feature = "https"))]
        Err(io::Error::other(format!("TLS with {host} needs `--features https`: {tcp:?}")))
    }
}

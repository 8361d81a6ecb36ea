//! Stage 4's fetch of today's web: on connections that are used again, with TLS over them where the scheme is https.

mod secured;

use std::io;

use common::{Attempt, FetchError, Job, Phase, Report};
use futures_rustls::TlsConnector;
use program::tls::{Config, of_io, server_name};
use stage3_futures::stream::TcpStream;

use self::secured::Secured;
use super::keep_alive::crawl_over;
use super::stream::Stream;
use crate::stream::AsyncStream;

/// Crawls as [`keep_alive`](super::keep_alive::crawl) does, and fetches https URLs, too, if [`Options::https`](common::Options::https) says so.
///
/// # Errors
/// If no selector can be created, or if it fails.
pub fn crawl(job: Job) -> io::Result<Report> {
    let tls = Config::new(&job.services.options.ca);
    crawl_over(job, async |attempt: &Attempt, tcp| match attempt.url().scheme() {
        "https" => secure(attempt, tcp, &tls).await,
        _ => Ok(Stream::plain(tcp)),
    })
}

/// Puts TLS over a connection.
async fn secure(attempt: &Attempt, tcp: TcpStream, tls: &Config) -> Result<Stream, FetchError> {
    attempt.enter(Phase::Securing);
    let secured = async {
        let connector = TlsConnector::from(tls.get().await?);
        let name = server_name(attempt.url().host_str().unwrap_or_default())?;
        // Without this, the request waits until the server acknowledges the end of the handshake: on Linux 40 ms, by
        // Nagle's algorithm and delayed acknowledgements.
        tcp.registration().socket().set_nodelay(true)?;
        connector.connect(name, AsyncStream(tcp.clone())).await.map_err(of_io)
    };
    let tls = secured.await.map_err(|error| attempt.io_error(error))?;
    Ok(Stream::layered(tcp, Secured(tls)))
}

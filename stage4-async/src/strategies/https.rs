//! Stage 4's fetch of today's web: on connections that are used again, with TLS over them where the scheme is https.

use std::io;

use common::{Attempt, FetchError, Job, Phase, Report};
use program::tls::Config;
use stage3_futures::stream::TcpStream;

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
        tcp.registration().socket().set_nodelay(true)?;
        tls.secure(attempt.url().host_str().unwrap_or_default(), AsyncStream(tcp.clone())).await
    };
    let secured = secured.await.map_err(|error| attempt.io_error(error))?;
    Ok(Stream::layered(tcp, secured))
}

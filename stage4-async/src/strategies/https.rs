//! Stage 4's fetch of today's web: on connections that are used again, with TLS over them where the scheme is https.

mod fault;
mod secured;

use std::cell::OnceCell;
use std::future::ready;
use std::io;
use std::sync::Arc;
use std::thread;

use common::{Attempt, Cause, FetchError, Job, Phase, Report};
use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{BoxFuture, Shared};
use futures_rustls::TlsConnector;
use futures_rustls::pki_types::pem::PemObject;
use futures_rustls::pki_types::{CertificateDer, ServerName};
use futures_rustls::rustls::crypto::ring::default_provider;
use futures_rustls::rustls::{ClientConfig, Error};
use rustls_platform_verifier::Verifier;
use stage3_futures::stream::TcpStream;
use url::Url;

use self::fault::{fault, of_io};
use self::secured::Secured;
use super::keep_alive::crawl_over;
use super::stream::Stream;
use crate::stream::AsyncStream;

/// Crawls as [`keep_alive`](super::keep_alive::crawl) does, and fetches https URLs, too, if [`Options::https`](common::Options::https) says so.
///
/// # Errors
/// If no selector can be created, or if it fails; if the certificates in the options cannot be used.
pub fn crawl(job: Job) -> io::Result<Report> {
    let (tls, ca) = (Tls::default(), &job.services.options.ca);
    if !ca.is_empty() {
        // Bad certificates are the caller's error, and not a server's.
        let connector = connector(ca).map_err(|error| io::Error::other(format!("--ca: {error}")))?;
        tls.connector.get_or_init(|| ready(Ok(connector)).boxed().shared());
    }
    crawl_over(job, async |attempt: &Attempt, tcp| match attempt.url().scheme() {
        "https" => tls.secure(attempt, tcp).await,
        _ => Ok(Stream::plain(tcp)),
    })
}

/// Makes secure connections. A session of TLS is resumed where the server knows it.
#[derive(Default)]
struct Tls {
    /// Made at the first connection, on a thread of its own, because reading the certificates of the system blocks. Made
    /// before the crawl if there are others.
    connector: OnceCell<Shared<BoxFuture<'static, Result<TlsConnector, String>>>>,
}

impl Tls {
    /// Puts TLS over a connection.
    async fn secure(&self, attempt: &Attempt, tcp: TcpStream) -> Result<Stream, FetchError> {
        attempt.enter(Phase::Securing);
        let secured = async {
            let connector = self.connector.get_or_init(|| on_thread().boxed().shared()).clone().await;
            let connector = connector.map_err(|why| io::Error::other(Cause::Tls(why.into())))?;
            let name = server_name(attempt.url())?;
            // Without this, the request waits until the server acknowledges the end of the handshake: on Linux 40 ms, by
            // Nagle's algorithm and delayed acknowledgements.
            tcp.registration().socket().set_nodelay(true)?;
            connector.connect(name, AsyncStream(tcp.clone())).await.map_err(of_io)
        };
        let tls = secured.await.map_err(|error| attempt.io_error(error))?;
        Ok(Stream::layered(tcp, Secured(tls)))
    }
}

/// Makes a connector that trusts the certificates of the system, on a thread that it starts.
async fn on_thread() -> Result<TlsConnector, String> {
    let (sender, made) = oneshot::channel();
    let make = move || drop(sender.send(connector(&[]).map_err(|error| fault(&error))));
    thread::Builder::new()
        .spawn(make)
        .map_err(|error| format!("no thread to read the certificates: {error}"))?;
    made.await.unwrap_or_else(|_| Err("the certificates of the system cannot be read".to_owned()))
}

/// Makes a connector that trusts the certificates of the system, and those in `ca`, in PEM.
fn connector(ca: &[u8]) -> Result<TlsConnector, Error> {
    let certificates = CertificateDer::pem_slice_iter(ca).collect::<Result<Vec<_>, _>>();
    let certificates = certificates.map_err(|_| Error::General("it is not in PEM".to_owned()))?;
    let provider = Arc::new(default_provider());
    let verifier = Verifier::new_with_extra_roots(certificates, Arc::clone(&provider))?;
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let config = config.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
    Ok(Arc::new(config.with_no_client_auth()).into())
}

/// Returns the name that the server's certificate must have.
fn server_name(url: &Url) -> io::Result<ServerName<'static>> {
    // A dot at the end is no part of the name in a certificate (RFC 6066, section 3).
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let name = host.strip_suffix('.').unwrap_or(host).to_owned();
    ServerName::try_from(name).map_err(|error| io::Error::other(Cause::Tls(error.into())))
}

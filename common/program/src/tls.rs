//! [`Config`]: what makes connections secure, the same for each stage that fetches https.

mod fault;
mod secured;

use std::io;
use std::sync::Arc;
use std::thread;

use common::Cause;
use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{BoxFuture, Shared};
use futures::io::{AsyncRead, AsyncWrite};
use futures_rustls::TlsConnector;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, Error, RootCertStore};
use rustls_platform_verifier::Verifier;

use fault::{fault, of_io};
pub use secured::Secured;

/// The configuration of TLS for a crawl. A session of TLS is resumed where the server knows it.
///
/// It is made at the first connection, on a thread of its own, because reading the certificates of the system blocks.
#[derive(Clone, Debug)]
pub struct Config(Shared<BoxFuture<'static, Made>>);

type Made = Result<Arc<ClientConfig>, String>;

impl Config {
    /// Makes the configuration that trusts the certificates of the system, and those in `ca`, in PEM.
    pub fn new(ca: &[u8]) -> Config {
        Config(make_on_thread(ca.to_vec()).boxed().shared())
    }

    /// Puts TLS over a connection to this host, on any runtime. Switch off Nagle's algorithm before. Otherwise, the request
    /// waits until the server acknowledges the end of the handshake: on Linux 40 ms, because it delays that.
    ///
    /// # Errors
    /// If no certificate of the host is trusted; if the system's cannot be read, or those in `ca` not be used; if the connection
    /// is broken.
    pub async fn secure<S>(&self, host: &str, stream: S) -> io::Result<Secured<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let config = self.0.clone().await.map_err(|why| io::Error::other(Cause::Tls(why.into())))?;
        let secured = TlsConnector::from(config).connect(server_name(host)?, stream).await;
        secured.map(Secured).map_err(of_io)
    }
}

async fn make_on_thread(ca: Vec<u8>) -> Made {
    let (sender, made) = oneshot::channel();
    let make = move || drop(sender.send(make(&ca).map_err(|error| fault(&error))));
    let started = thread::Builder::new().spawn(make);
    started.map_err(|error| format!("no thread to read the certificates: {error}"))?;
    made.await.unwrap_or_else(|_| Err("the certificates of the system cannot be read".to_owned()))
}

fn make(ca: &[u8]) -> Result<Arc<ClientConfig>, Error> {
    let provider = Arc::new(default_provider());
    let verifier = Verifier::new_with_extra_roots(certificates(ca)?, Arc::clone(&provider))?;
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let config = config.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
    Ok(Arc::new(config.with_no_client_auth()))
}

/// Parses certificates in PEM.
///
/// # Errors
/// If one of them cannot be used.
pub fn certificates(ca: &[u8]) -> Result<Vec<CertificateDer<'static>>, Error> {
    let certificates = CertificateDer::pem_slice_iter(ca).collect::<Result<Vec<_>, _>>();
    let certificates = certificates.map_err(|_| Error::General("it is not in PEM".to_owned()))?;
    let mut roots = RootCertStore::empty();
    certificates.iter().try_for_each(|certificate| roots.add(certificate.clone())).map(|()| certificates)
}

/// Returns the name that a certificate of this host must have.
///
/// # Errors
/// If no certificate can have it.
fn server_name(host: &str) -> io::Result<ServerName<'static>> {
    // A dot at the end is no part of the name in a certificate (RFC 6066, section 3).
    let host = host.trim_matches(['[', ']']);
    let name = host.strip_suffix('.').unwrap_or(host).to_owned();
    ServerName::try_from(name).map_err(|error| io::Error::other(Cause::Tls(error.into())))
}

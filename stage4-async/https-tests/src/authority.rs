//! [`Authority`]: issues certificates, good and bad.

use std::sync::Arc;

use futures_rustls::pki_types::pem::PemObject;
use futures_rustls::pki_types::{CertificateDer, PrivateKeyDer};
use futures_rustls::rustls::crypto::ring::default_provider;
use futures_rustls::rustls::server::WebPkiClientVerifier;
use futures_rustls::rustls::server::danger::ClientCertVerifier;
use futures_rustls::rustls::version::{TLS12, TLS13};
use futures_rustls::rustls::{RootCertStore, ServerConfig};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

/// An authority that the crawler trusts if it is told to.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate with its key, both in PEM.
pub struct Certified {
    /// The certificate, and others that the server sends behind it.
    pub certificate: String,
    /// Its key.
    pub key: String,
}

impl Authority {
    /// Makes an authority of this name.
    pub fn new(name: &str) -> Authority {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        Authority(CertifiedIssuer::self_signed(params, key).expect("a certificate"))
    }

    /// Returns the authority's own certificate in PEM.
    pub fn pem(&self) -> String {
        self.0.pem()
    }

    /// Returns what accepts the authority's certificates alone.
    pub fn verifier(&self) -> Arc<dyn ClientCertVerifier> {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).expect("a certificate");
        let provider = Arc::new(default_provider());
        WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build().expect("a verifier")
    }

    /// Issues a certificate for these names and addresses that is valid now.
    pub fn issue(&self, names: &[&str]) -> Certified {
        self.issue_as(names, |_| {})
    }

    /// Issues one that `change` changes.
    pub fn issue_as(&self, names: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Certified {
        let key = KeyPair::generate().expect("a key");
        let names = names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut params = CertificateParams::new(names).expect("names");
        change(&mut params);
        let certificate = params.signed_by(&key, &self.0).expect("a certificate").pem();
        Certified { certificate, key: key.serialize_pem() }
    }
}

impl Certified {
    /// Returns the configuration of a server that speaks a version of TLS, 12 or 13.
    pub fn config(&self, version: u8) -> Arc<ServerConfig> {
        self.config_for(version, WebPkiClientVerifier::no_client_auth())
    }

    /// Returns one for a server that demands a certificate of its clients.
    pub fn config_for(&self, version: u8, clients: Arc<dyn ClientCertVerifier>) -> Arc<ServerConfig> {
        let version = if version == 12 { &TLS12 } else { &TLS13 };
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let config = config.with_protocol_versions(&[version]).expect("a version");
        let chain = CertificateDer::pem_slice_iter(self.certificate.as_bytes());
        let chain = chain.collect::<Result<_, _>>().expect("PEM");
        let key = PrivateKeyDer::from_pem_slice(self.key.as_bytes()).expect("PEM");
        let config = config.with_client_cert_verifier(clients).with_single_cert(chain, key);
        Arc::new(config.expect("a certificate"))
    }
}

//! [`Authority`]: issues certificates, good and bad.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_rustls::pki_types::pem::PemObject;
use futures_rustls::pki_types::{CertificateDer, PrivateKeyDer};
use futures_rustls::rustls::crypto::ring::default_provider;
use futures_rustls::rustls::server::WebPkiClientVerifier;
use futures_rustls::rustls::server::danger::ClientCertVerifier;
use futures_rustls::rustls::version::{TLS12, TLS13};
use futures_rustls::rustls::{RootCertStore, ServerConfig};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, SanType, date_time_ymd,
};

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
        let mut params = CertificateParams::new([]).expect("no name is wrong");
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
    fn verifier(&self) -> Arc<dyn ClientCertVerifier> {
        let mut roots = RootCertStore::empty();
        roots
            .add(CertificateDer::from_pem_slice(self.pem().as_bytes()).expect("PEM"))
            .expect("a certificate");
        let provider = Arc::new(default_provider());
        WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build().expect("a verifier")
    }

    /// Issues a certificate for these names that is valid now. A name such as `DNS:127.0.0.1` is one of a host.
    pub fn issue(&self, names: &[&str]) -> Certified {
        self.issue_for_years(names, 2000, 2100)
    }

    /// Issues a certificate that is valid from the beginning of one year to that of another.
    pub fn issue_for_years(&self, names: &[&str], first: i32, last: i32) -> Certified {
        let key = KeyPair::generate().expect("a key");
        let hosts = names.iter().filter_map(|name| name.strip_prefix("DNS:"));
        let others = names.iter().filter(|name| !name.starts_with("DNS:")).map(ToString::to_string);
        let mut params = CertificateParams::new(others.collect::<Vec<_>>()).expect("names");
        let hosts = hosts.map(|host| SanType::DnsName(host.try_into().expect("a name")));
        params.subject_alt_names.extend(hosts);
        (params.not_before, params.not_after) = (date_time_ymd(first, 1, 1), date_time_ymd(last, 1, 1));
        let certificate = params.signed_by(&key, &self.0).expect("a certificate").pem();
        Certified { certificate, key: key.serialize_pem() }
    }
}

impl Certified {
    /// Writes both into a folder, as `name.pem` and `name.key`. Returns their paths.
    pub fn write(&self, folder: &Path, name: &str) -> [PathBuf; 2] {
        [("pem", &self.certificate), ("key", &self.key)].map(|(end, text)| {
            let path = folder.join(name).with_extension(end);
            fs::write(&path, text).expect("a file");
            path
        })
    }

    /// Returns the configuration of a server that speaks a version of TLS, 12 or 13.
    pub fn config(&self, version: u8) -> Arc<ServerConfig> {
        self.config_for(version, None)
    }

    /// Returns one for a server that demands a certificate of `clients` from its clients.
    pub fn config_for(&self, version: u8, clients: Option<&Authority>) -> Arc<ServerConfig> {
        let version = if version == 12 { &TLS12 } else { &TLS13 };
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let config = config.with_protocol_versions(&[version]).expect("a version");
        let config = match clients {
            None => config.with_no_client_auth(),
            Some(authority) => config.with_client_cert_verifier(authority.verifier()),
        };
        let chain = CertificateDer::pem_slice_iter(self.certificate.as_bytes());
        let chain = chain.collect::<Result<_, _>>().expect("PEM");
        let key = PrivateKeyDer::from_pem_slice(self.key.as_bytes()).expect("PEM");
        Arc::new(config.with_single_cert(chain, key).expect("a certificate"))
    }
}

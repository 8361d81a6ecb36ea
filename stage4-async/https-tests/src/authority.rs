//! [`Authority`]: issues certificates, good and bad.

use futures_rustls::pki_types::PrivateKeyDer;
use futures_rustls::rustls::ServerConfig;
use futures_rustls::rustls::crypto::ring::default_provider;
use futures_rustls::rustls::version::{TLS12, TLS13};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};
use std::sync::Arc;

/// An authority that the crawler trusts if it is told to.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate with its key, both in PEM.
pub struct Certified {
    /// The certificate.
    pub certificate: String,
    /// Its key.
    pub key: String,
    der: (Vec<u8>, Vec<u8>),
}

impl Default for Authority {
    fn default() -> Authority {
        Authority::new("The tests' authority")
    }
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

    /// Issues a certificate for these names that is valid now.
    pub fn issue(&self, names: &[&str]) -> Certified {
        self.issue_for_years(names, 2000, 2100)
    }

    /// Issues a certificate that is valid from the beginning of one year to that of another.
    pub fn issue_for_years(&self, names: &[&str], first: i32, last: i32) -> Certified {
        let key = KeyPair::generate().expect("a key");
        let certificate = params(names, first, last).signed_by(&key, &self.0).expect("a certificate");
        Certified::new(certificate.pem(), certificate.der().to_vec(), &key)
    }
}

/// Makes a certificate that has issued itself.
pub fn self_signed(names: &[&str]) -> Certified {
    let key = KeyPair::generate().expect("a key");
    let certificate = params(names, 2000, 2100).self_signed(&key).expect("a certificate");
    Certified::new(certificate.pem(), certificate.der().to_vec(), &key)
}

fn params(names: &[&str], first: i32, last: i32) -> CertificateParams {
    let names: Vec<_> = names.iter().map(ToString::to_string).collect();
    let mut params = CertificateParams::new(names).expect("names");
    (params.not_before, params.not_after) = (date_time_ymd(first, 1, 1), date_time_ymd(last, 1, 1));
    params
}

impl Certified {
    fn new(certificate: String, der: Vec<u8>, key: &KeyPair) -> Certified {
        Certified { certificate, key: key.serialize_pem(), der: (der, key.serialize_der()) }
    }

    /// Returns the configuration of a server that speaks these versions of TLS, 12 and 13.
    pub fn config(&self, versions: &[u8]) -> Arc<ServerConfig> {
        let versions: Vec<_> =
            versions.iter().map(|version| if *version == 12 { &TLS12 } else { &TLS13 }).collect();
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let config = config.with_protocol_versions(&versions).expect("versions").with_no_client_auth();
        let (certificate, key) = self.der.clone();
        let key = PrivateKeyDer::try_from(key).expect("a key");
        Arc::new(config.with_single_cert(vec![certificate.into()], key).expect("a certificate"))
    }
}

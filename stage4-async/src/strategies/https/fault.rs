//! What is wrong with a handshake, in words.

use std::io;
use std::time::{Duration, UNIX_EPOCH};

use common::date::utc;
use common::fetch::tls::TlsFault;
use futures_rustls::pki_types::UnixTime;
use futures_rustls::rustls::{CertificateError, Error};

/// Returns `error` with its fault of TLS in words. Other errors stay as they are.
pub(super) fn of_io(error: io::Error) -> io::Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(inner) => io::Error::other(fault(inner)),
        None => error,
    }
}

/// Returns what is wrong, with the dates and names.
pub(super) fn fault(error: &Error) -> TlsFault {
    TlsFault(match error {
        Error::InvalidCertificate(error) => of_certificate(error),
        Error::InvalidMessage(_) => format!("the server does not speak TLS: {error}"),
        Error::PeerIncompatible(why) => format!("the server speaks no TLS that is secure today: {why:?}"),
        Error::AlertReceived(alert) => format!("the server has refused the handshake: {alert:?}"),
        error => error.to_string(),
    })
}

fn of_certificate(error: &CertificateError) -> String {
    match error {
        CertificateError::ExpiredContext { not_after, .. } => {
            format!("the certificate expired on {}", date(*not_after))
        }
        CertificateError::NotValidYetContext { not_before, .. } => {
            format!("the certificate is valid from {} on", date(*not_before))
        }
        CertificateError::NotValidForNameContext { expected, presented } => {
            format!("the certificate is for {}, not for {}", presented.join(", "), expected.to_str())
        }
        CertificateError::UnknownIssuer => {
            "the certificate's issuer is unknown; `--ca FILE` adds one".to_owned()
        }
        error => format!("the certificate is not valid: {error}"),
    }
}

fn date(time: UnixTime) -> String {
    utc(UNIX_EPOCH + Duration::from_secs(time.as_secs()))
}

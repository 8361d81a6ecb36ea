//! What is wrong with a handshake, in words.

use std::io::{self, ErrorKind};
use std::time::{Duration, UNIX_EPOCH};

use common::Cause;
use common::date::utc;
use futures_rustls::pki_types::UnixTime;
use futures_rustls::rustls::{CertificateError, Error};

/// The most names of a certificate that a message shows. Those of large networks have a hundred.
const MOST_NAMES: usize = 3;

/// Returns `error` with its fault of TLS in words. Of a server that speaks no TLS, the error is of kind `InvalidData`; other
/// errors stay as they are.
pub(super) fn of_io(error: io::Error) -> io::Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(Error::InvalidMessage(why)) => io::Error::new(ErrorKind::InvalidData, format!("{why:?}")),
        Some(inner) => io::Error::other(Cause::Tls(fault(inner).into())),
        None => error,
    }
}

/// Returns what is wrong, with the dates and names.
pub(super) fn fault(error: &Error) -> String {
    match error {
        Error::InvalidCertificate(error) => of_certificate(error),
        Error::PeerIncompatible(why) => format!("the server speaks no TLS that is secure today: {why:?}"),
        Error::AlertReceived(alert) => format!("the server has refused the handshake: {alert:?}"),
        error => error.to_string(),
    }
}

fn of_certificate(error: &CertificateError) -> String {
    use CertificateError::*;

    match error {
        ExpiredContext { not_after, .. } => format!("the certificate expired on {}", date(*not_after)),
        NotValidYetContext { not_before, .. } => {
            format!("the certificate is valid from {} on", date(*not_before))
        }
        NotValidForNameContext { expected, presented } => {
            format!("the certificate is for {}, not for {}", names(presented), expected.to_str())
        }
        UnknownIssuer => "the certificate's issuer is unknown; `--ca FILE` adds one".to_owned(),
        error => format!("the certificate is not valid: {error}"),
    }
}

/// Returns the first names of a certificate. rustls shows each with its type: `DnsName("a.example")`.
fn names(presented: &[String]) -> String {
    let name = |name: &String| {
        let bare = name.split_once('(').and_then(|(_, name)| name.strip_suffix(')'));
        bare.unwrap_or(name).trim_matches('"').to_owned()
    };
    let names: Vec<_> = presented.iter().take(MOST_NAMES).map(name).collect();
    match presented.len() - names.len() {
        _ if names.is_empty() => "no name".to_owned(),
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

fn date(time: UnixTime) -> String {
    utc(UNIX_EPOCH + Duration::from_secs(time.as_secs()))
}

//! What is wrong with a connection of TLS, in words.

use std::io::{self, ErrorKind};
use std::net::IpAddr;
use std::time::{Duration, UNIX_EPOCH};

use common::Cause;
use common::date::utc;
use rustls::pki_types::{ServerName, UnixTime};
use rustls::{CertificateError, Error, InvalidMessage};

/// The most names of a certificate that a message shows. Those of large networks have a hundred.
const MOST_NAMES: usize = 3;

/// Returns `error` with its fault of TLS in words. If the first bytes of the server are no record of TLS,
/// the error has the kind `InvalidData`. Other errors stay as they are.
pub(super) fn of_io(error: io::Error) -> io::Error {
    use InvalidMessage::*;

    match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(Error::InvalidMessage(
            why @ (InvalidContentType | UnknownProtocolVersion | MessageTooLarge | InvalidEmptyPayload),
        )) => io::Error::new(ErrorKind::InvalidData, format!("{why:?}")),
        Some(inner) => io::Error::other(Cause::Tls(fault(inner).into())),
        None => error,
    }
}

/// Returns `error`, as a fault of TLS if the server refuses the connection after the handshake, or breaks the rules: it
/// would do so again. Bytes that were damaged on the way are no such fault.
pub(super) fn after_handshake(error: io::Error) -> io::Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(
            inner @ (Error::AlertReceived(_)
            | Error::PeerMisbehaved(_)
            | Error::InappropriateHandshakeMessage { .. }),
        ) => io::Error::other(Cause::Tls(fault(inner).into())),
        _ => error,
    }
}

/// Returns what is wrong, with the dates and names.
pub(super) fn fault(error: &Error) -> String {
    use InvalidMessage::{CertificatePayloadTooLarge, HandshakePayloadTooLarge};

    match error {
        Error::InvalidCertificate(error) => of_certificate(error),
        Error::PeerIncompatible(why) => format!("the server speaks no TLS that is secure today: {why:?}"),
        Error::InvalidMessage(CertificatePayloadTooLarge | HandshakePayloadTooLarge) => {
            "the server's certificates take up more than 64 KiB".to_owned()
        }
        Error::AlertReceived(alert) => format!("the server refuses the connection: {alert:?}"),
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
            let kind = if matches!(expected, ServerName::IpAddress(_)) { "the address " } else { "" };
            format!("the certificate is for {}, not for {kind}{}", names(presented), expected.to_str())
        }
        UnknownIssuer => "the certificate's issuer is unknown; `--ca FILE` adds one".to_owned(),
        error => format!("the certificate is not valid: {error}"),
    }
}

/// Returns the first names of a certificate. rustls shows each with its type: `DnsName("a.example")`.
fn names(presented: &[String]) -> String {
    let name = |name: &String| {
        let (kind, bare) = name.strip_suffix(')').and_then(|name| name.split_once('(')).unwrap_or(("", name));
        let bare = bare.trim_matches('"');
        let seems_address = kind == "DnsName" && bare.parse::<IpAddr>().is_ok();
        if seems_address { format!("a host of the name {bare}") } else { bare.to_owned() }
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

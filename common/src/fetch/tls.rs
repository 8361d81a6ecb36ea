//! [`TlsFault`]: why no secure connection can be made.

use std::io;

use thiserror::Error;

/// A fault of TLS, in words: a certificate that has expired or is for another host, an unknown issuer, a protocol that the
/// server does not speak.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct TlsFault(pub String);

impl TlsFault {
    /// Returns the `TlsFault` inside an I/O error.
    pub fn of(error: &io::Error) -> Option<TlsFault> {
        error.get_ref()?.downcast_ref().cloned()
    }
}

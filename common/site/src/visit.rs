//! A request and its answer, with the connection that carried them.

use std::sync::Arc;
use std::time::Duration;

/// A request and its answer, or a connection that carried no request. Every time is counted from the site's start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visit {
    /// The connection's number: 0 for the first one accepted.
    pub connection: u64,
    /// Path and query of the request, if one was read.
    pub path: Option<Arc<str>>,
    /// When the connection was accepted; for a further request on a connection, when that request had been read.
    pub accepted: Duration,
    /// When the request had been read.
    pub requested: Option<Duration>,
    /// When the first byte of the answer was sent.
    pub first_byte: Option<Duration>,
    /// When the last byte of the answer was sent; never, if the answer is a reset or has no end.
    pub answered: Option<Duration>,
    /// When the connection was closed, by either side; if it carried another request, when this answer was complete.
    pub ended: Option<Duration>,
}

impl Visit {
    /// Returns whether the request was read and its answer is not finished.
    pub(crate) fn request_is_open(&self) -> bool {
        self.requested.is_some() && self.answered.is_none() && self.ended.is_none()
    }
}

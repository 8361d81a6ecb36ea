//! [`Exchange`]: the bytes that a fetch sent and received, for an archive.

use std::sync::Arc;
use std::time::SystemTime;

use url::Url;

/// The request and the answer of the try that succeeded, as they passed over its connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// When the request was made.
    pub began: SystemTime,
    /// The page or the redirect that led to the URL; `None` for a root.
    pub via: Option<Arc<Url>>,
    /// The bytes of the request.
    pub request: Vec<u8>,
    /// The bytes of the answer with its transfer and content codings, from the status line on.
    ///
    /// Interim answers are left out, because a reader of an archive would take the first of them for the whole answer.
    pub answer: Vec<u8>,
    /// Why only the first bytes of the answer are kept, in the words of WARC (WARC 1.1, section 5.13): `length`, `time`,
    /// `disconnect` or `unspecified`.
    pub truncated: Option<&'static str>,
}

//! The longest URL and the longest href, and [`LongUrl`]: what is kept of a longer one.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};
use url::Url;

use crate::text::excerpt;

/// The longest URL that is followed, in bytes. Servers and clients should support this length
/// (RFC 9110, section 4.1).
pub const MAX_URL: usize = 8000;

/// The longest href that is resolved, in bytes. Dots and white space in it may make a shorter URL, but not
/// one that is worth the time.
pub(super) const MAX_HREF: usize = 10 * MAX_URL;

/// How many characters of a long URL are shown.
pub(crate) const SHOWN: usize = 80;

/// Returns whether a URL is short enough to be followed.
pub(crate) fn is_short(url: &Url) -> bool {
    url.as_str().len() <= MAX_URL
}

/// The start of a URL that is longer than [`MAX_URL`], with a length and a hash to distinguish it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LongUrl {
    start: String,
    len: usize,
    /// The hash of the whole URL, or of the whole href.
    hash: u64,
}

impl LongUrl {
    /// Returns a `LongUrl` if `url` is HTTP(S) and too long to be followed.
    pub fn of(url: &Url) -> Option<LongUrl> {
        if is_short(url) { None } else { LongUrl::of_href(url, url.as_str().as_bytes()) }
    }

    /// Returns a `LongUrl` for a whole URL or href that is too long, if the URL of its start is HTTP(S).
    pub(super) fn of_href(start: &Url, whole: &[u8]) -> Option<LongUrl> {
        if !matches!(start.scheme(), "http" | "https") {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        whole.hash(&mut hasher);
        Some(LongUrl { start: excerpt(start.as_str(), SHOWN), len: whole.len(), hash: hasher.finish() })
    }
}

impl fmt::Display for LongUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} bytes)", self.start, self.len)
    }
}

//! [`Links`]: how much a page may say of where it leads, and what is kept of the rest.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use url::Url;

use crate::text::excerpt;

/// The longest URL that is followed, in bytes: what every server and client should be able to
/// handle (RFC 9110, section 4.1).
pub const MAX_URL: usize = 8000;

/// How many links of one page are looked at: twice as many as a site map may have (sitemaps.org).
pub const MAX_LINKS: usize = 100_000;

/// How many bytes the links of one page may have in all, as absolute URLs: below a long base, a
/// page of short ones would be a thousand times its size.
pub const MAX_LINKS_BYTES: usize = 16 << 20;

/// How many characters of a URL that is too long are shown.
const SHOWN: usize = 80;

/// What a page says of where it leads.
#[derive(Debug, Default)]
pub struct Links {
    /// The distinct links that may be followed, in their order, absolute and without fragments.
    pub urls: Vec<Url>,
    /// Links, and a base, that are too long.
    pub long: BTreeSet<LongUrl>,
    /// How many links, distinct as they are written, come behind [`MAX_LINKS`] or [`MAX_LINKS_BYTES`].
    pub beyond: usize,
}

/// Whether a URL is worth its memory: a long base would make each short link a long URL.
pub(crate) fn is_short(url: &Url) -> bool {
    url.as_str().len() <= MAX_URL
}

/// A URL that is longer than [`MAX_URL`]: how it begins, and enough to tell it from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LongUrl {
    start: String,
    len: usize,
    /// Of the whole URL.
    hash: u64,
}

impl LongUrl {
    /// What is kept of `url`, if that is one that only its length keeps from being followed or counted.
    pub fn of(url: &Url) -> Option<LongUrl> {
        if is_short(url) || !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        url.hash(&mut hasher);
        let text = url.as_str();
        Some(LongUrl { start: excerpt(text, SHOWN), len: text.len(), hash: hasher.finish() })
    }
}

impl fmt::Display for LongUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} bytes)", self.start, self.len)
    }
}

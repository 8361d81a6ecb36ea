//! [`LongUrl`]: what is kept of a URL that is too long to be followed.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};
use url::Url;

use super::is_short;
use crate::terminal::excerpt;

/// How many characters of it are shown.
const SHOWN: usize = 80;

/// A URL that is longer than [`MAX_URL`](super::MAX_URL): how it begins, and enough to tell it from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LongUrl {
    start: String,
    len: usize,
    /// Of the whole URL, and the same in every process of a crawl.
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

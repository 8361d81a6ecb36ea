//! Resolves hrefs, except those that would cost much and lead nowhere. [`LongUrl`]: what is kept of a URL that is too long;
//! [`NoUrl`]: of an href that is no URL.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use url::{ParseError, ParseOptions, Url};

use crate::text::{excerpt, url_excerpt};

/// The longest URL that is followed, in bytes. Servers and clients should support this length (RFC 9110, section 4.1).
pub const MAX_URL: usize = 8000;

/// The longest href that is resolved, in bytes. With dots and white space, its URL may be short, but not worth the time.
pub(super) const MAX_HREF: usize = 10 * MAX_URL;

/// How many characters of a long URL are shown.
pub(crate) const SHOWN: usize = 80;

/// The longest label of a name (RFC 1035, section 2.3.4).
const MAX_LABEL: usize = 63;

/// Returns the URL of an href, with its fragment. Only the start of an href over [`MAX_HREF`] is resolved.
///
/// # Errors
/// If it is no URL, or if no host can have its name: what is wrong. `None` if nothing is: without a base, it leads to a file.
pub fn resolve(href: &[u8], base: &Url, options: ParseOptions<'_>) -> Result<Url, Option<String>> {
    let href = String::from_utf8_lossy(resolved(href));
    if href.len() > MAX_LABEL && has_long_label(&href, base) {
        return Err(Some(format!("no host: a part of its name is longer than {MAX_LABEL} characters")));
    }
    let is_fault = |error: &ParseError| *error != ParseError::RelativeUrlWithoutBase;
    options.parse(&href).map_err(|error| is_fault(&error).then(|| format!("not a URL: {error}")))
}

/// Returns the part of an href that is resolved.
fn resolved(href: &[u8]) -> &[u8] {
    if href.len() > MAX_HREF { &href[..MAX_URL] } else { href }
}

/// Returns the URL as it is requested, once for each resource: without a fragment, a user name and a password.
pub fn resource(mut url: Url) -> Url {
    url.set_fragment(None);
    // `url` 2.5.8 leaves a caret in a path as it is (servo/rust-url#1140; WHATWG URL, "path percent-encode set").
    if url.path().contains('^') && !url.cannot_be_a_base() {
        let path = url.path().replace('^', "%5E");
        url.set_path(&path);
    }
    if !url.username().is_empty() || url.password().is_some() {
        // This fails only for a URL without a host, which has neither.
        let _ = url.set_username("").and_then(|()| url.set_password(None));
    }
    url
}

/// Returns whether the href has a host with a label that is too long for a name (WHATWG URL, section 4.4).
///
/// `url` would accept it, but takes quadratic time for a label in Punycode (RFC 3492, section 6.3).
fn has_long_label(href: &str, base: &Url) -> bool {
    // These are removed wherever they stand.
    let href = href.replace(['\t', '\n', '\r'], "");
    let href = href.trim_start_matches(|char| char <= ' ');
    let slashes = ['/', '\\'];
    let scheme = href.split_once(':').filter(|(scheme, _)| !scheme.contains(slashes));
    let rest = scheme.map_or(href, |(_, rest)| rest);
    let start = rest.trim_start_matches(slashes);
    let has_host = match scheme.map(|(scheme, _)| scheme.to_ascii_lowercase()).as_deref() {
        Some(scheme @ ("http" | "https" | "ws" | "wss" | "ftp")) if scheme != base.scheme() => true,
        // The hosts of other schemes are not read as names.
        None | Some("http" | "https" | "file") => rest.len() - start.len() >= 2,
        Some(_) => false,
    };
    let authority = start.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = percent_decode_str(authority.rsplit('@').next().unwrap_or_default()).decode_utf8_lossy();
    let dots = [':', '.', '\u{3002}', '\u{ff0e}', '\u{ff61}'];
    has_host && host.split(dots).any(|label| label.chars().count() > MAX_LABEL)
}

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

/// An href that is no URL, as far as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NoUrl {
    /// Its start, printable, without a fragment, a user name and a password.
    pub href: String,
    /// What is wrong with it.
    pub why: String,
}

impl NoUrl {
    pub(super) fn new(href: &[u8], why: String) -> NoUrl {
        let href = String::from_utf8_lossy(resolved(href));
        let href = href.split('#').next().unwrap_or_default();
        NoUrl { href: url_excerpt(href.trim_ascii(), SHOWN), why }
    }
}

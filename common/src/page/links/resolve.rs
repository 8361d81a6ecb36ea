//! Resolves hrefs, but for those that would cost much and lead nowhere.

use percent_encoding::percent_decode_str;
use url::{ParseOptions, Url};

use super::limits::{MAX_HREF, MAX_URL};

/// The longest label of a name (RFC 1035, section 2.3.4).
const MAX_LABEL: usize = 63;

/// Returns the URL of an href, with its fragment. Only the start of an href over [`MAX_HREF`] is resolved.
pub fn resolve(href: &[u8], base: &Url, options: ParseOptions<'_>) -> Option<Url> {
    let href = if href.len() > MAX_HREF { &href[..MAX_URL] } else { href };
    let href = String::from_utf8_lossy(href);
    if has_long_label(&href, base) {
        return None;
    }
    options.parse(&href).ok()
}

/// Returns the URL as it is requested: without a fragment, a user name and a password. Otherwise one
/// resource would be fetched under several URLs.
pub(crate) fn resource(mut url: Url) -> Url {
    url.set_fragment(None);
    if !url.username().is_empty() || url.password().is_some() {
        // This fails only for a URL without a host, which has neither.
        let _ = url.set_username("").and_then(|()| url.set_password(None));
    }
    url
}

/// Returns whether the href has a host with a label that is too long for a name.
///
/// `url` would accept it, but takes quadratic time for a label in Punycode (RFC 3492, section 6.3).
fn has_long_label(href: &str, base: &Url) -> bool {
    let dots = [':', '.', '\u{3002}', '\u{ff0e}', '\u{ff61}'];
    let is_long = |label: &str| label.chars().count() > MAX_LABEL;
    href.len() > MAX_LABEL
        && authority(href, base).is_some_and(|authority| {
            let (_, host) = authority.rsplit_once('@').unwrap_or(("", authority));
            percent_decode_str(host).decode_utf8_lossy().split(dots).any(is_long)
        })
}

/// Returns the part of an href with the user name, the host and the port (WHATWG URL, section 4.4).
fn authority<'a>(href: &'a str, base: &Url) -> Option<&'a str> {
    // These are removed wherever they stand.
    let is_break = |char: char| matches!(char, '\t' | '\n' | '\r');
    let is_slash = |char: char| matches!(char, '/' | '\\');
    let href = href.trim_start_matches(|char| char <= ' ');
    let scheme = href.split_once(':').filter(|(scheme, _)| !scheme.contains(is_slash));
    let (scheme, rest) = scheme.map_or((None, href), |(scheme, rest)| {
        (Some(scheme.replace(is_break, "").to_ascii_lowercase()), rest)
    });
    let start = rest.trim_start_matches(|char| is_slash(char) || is_break(char));
    let slashes = rest[..rest.len() - start.len()].chars().filter(|char| is_slash(*char)).count();
    let has_authority = match scheme.as_deref() {
        None => slashes >= 2,
        Some("file") => slashes == 2,
        Some(scheme @ ("http" | "https" | "ws" | "wss" | "ftp")) => slashes >= 2 || scheme != base.scheme(),
        // The hosts of other schemes are not read as names.
        Some(_) => false,
    };
    has_authority.then(|| start.split(['/', '\\', '?', '#']).next().unwrap_or(start))
}

//! The one spelling in which URLs and patterns are compared, octet by octet (RFC 9309, section 2.2.2).
//!
//! Unreserved characters are decoded. Reserved characters stay as they are, encoded or not. All other octets are
//! percent-encoded. Of `*` and `$`, only the special ones are not percent-encoded (section 2.2.3).

use percent_encoding::percent_encode_byte;
use url::{Position, Url};

/// The path of a robots.txt, which is always allowed.
pub(super) const ROBOTS_TXT: &[u8] = b"/robots.txt$";

/// Returns the path and query of a URL in two spellings: for patterns without a query, and for patterns with
/// one. Each ends in `$`, as a pattern may.
pub(super) fn of_url(url: &Url) -> (Vec<u8>, Vec<u8>) {
    let path = url[Position::BeforePath..Position::AfterQuery].as_bytes();
    let ended = |has_query| [&spell(path, false, has_query)[..], b"$"].concat();
    (ended(false), ended(true))
}

/// Returns a pattern. It begins with a slash; `*` and a `$` at its end are special.
pub(super) fn of_pattern(pattern: &[u8]) -> Vec<u8> {
    let (text, end) = match pattern.strip_suffix(b"$") {
        Some(text) => (text, &b"$"[..]),
        None => (pattern, &b""[..]),
    };
    let slash = if text.starts_with(b"/") { &b""[..] } else { b"/" };
    [slash, &spell(text, true, text.contains(&b'?')), end].concat()
}

/// Spells `text`, and keeps its wildcards or encodes them.
///
/// If it has a query, the characters that delimit parts of a URL are encoded in it, because they are data there.
fn spell(text: &[u8], keep_wildcards: bool, has_query: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 1);
    let (mut rest, mut in_query) = (text, false);
    while let [byte, after @ ..] = rest {
        let decoded = after.first_chunk().filter(|_| *byte == b'%').and_then(|digits| decode(*digits));
        in_query |= has_query && *byte == b'?';
        let is_plain = match byte {
            b'/' | b':' | b'@' | b'[' | b']' => !in_query,
            b'*' => keep_wildcards,
            // `'` is left out, because the URL parser encodes it in a query (WHATWG URL, section 1.3).
            b'%' | b'?' | b'!' | b'&' | b'(' | b')' | b'+' | b',' | b';' | b'=' => decoded.is_none(),
            _ => false,
        };
        let octet = decoded.unwrap_or(*byte);
        if is_plain || octet.is_ascii_alphanumeric() || b"-._~".contains(&octet) {
            out.push(octet);
        } else {
            out.extend_from_slice(percent_encode_byte(octet).as_bytes());
        }
        rest = if decoded.is_some() { &after[2..] } else { after };
    }
    out
}

fn decode([high, low]: [u8; 2]) -> Option<u8> {
    let digit = |byte| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

//! The one spelling in which URLs and patterns are compared, octet by octet (RFC 9309, section 2.2.2).
//!
//! Unreserved characters are decoded. Reserved characters stay as they are, encoded or not, except those that delimit
//! nothing in a query: there they are decoded. All other octets are percent-encoded.
//! Of `*` and `$`, only the special ones are not percent-encoded (section 2.2.3).

use percent_encoding::percent_encode_byte;
use url::{Position, Url};

/// The path of a robots.txt, which is always allowed.
pub(super) const ROBOTS_TXT: &str = "/robots.txt$";

/// Returns the path and query of a URL. It ends in `$`, as a pattern may.
pub(super) fn of_url(url: &Url) -> String {
    spell(url[Position::BeforePath..Position::AfterQuery].as_bytes(), false) + "$"
}

/// Returns a pattern. It begins with a slash; `*` and a `$` at its end are special.
pub(super) fn of_pattern(pattern: &[u8]) -> String {
    let end = pattern.strip_suffix(b"$");
    let text = spell(end.unwrap_or(pattern), true);
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("{slash}{text}{}", if end.is_some() { "$" } else { "" })
}

/// Spells `text`, and keeps its wildcards or encodes them.
fn spell(text: &[u8], keeps_wildcards: bool) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let (mut rest, mut in_query) = (text, false);
    while let [byte, after @ ..] = rest {
        let decoded = after.first_chunk().filter(|_| *byte == b'%').and_then(|digits| decode(*digits));
        let octet = decoded.unwrap_or(*byte);
        in_query |= *byte == b'?';
        let is_plain = match octet {
            b'-' | b'.' | b'_' | b'~' => true,
            b'/' | b':' | b'@' | b'[' | b']' => in_query || decoded.is_none(),
            b'*' => keeps_wildcards && decoded.is_none(),
            // `'` is left out, because the URL parser encodes it in a query (WHATWG URL, section 1.3).
            b'%' | b'?' | b'!' | b'&' | b'(' | b')' | b'+' | b',' | b';' | b'=' => decoded.is_none(),
            _ => octet.is_ascii_alphanumeric(),
        };
        if is_plain {
            out.push(char::from(octet))
        } else {
            out += percent_encode_byte(octet)
        }
        rest = if decoded.is_some() { &after[2..] } else { after };
    }
    out
}

fn decode([high, low]: [u8; 2]) -> Option<u8> {
    let digit = |byte| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

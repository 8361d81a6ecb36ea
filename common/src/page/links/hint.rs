//! [`is_hint`]: which `link` leads to nothing that GET fetches.

use super::scan::{Scanner, Tag, decode};

/// The types of a `link` to a server that the browser may connect to (WHATWG HTML, section 4.6.7), or to an endpoint that takes
/// POST (Pingback 1.0, Webmention, Micropub, Microsub, IndieAuth, WebSub; lychee 1210).
const NOTHING_TO_GET: [&[u8]; 8] = [
    b"preconnect",
    b"dns-prefetch",
    b"pingback",
    b"webmention",
    b"micropub",
    b"microsub",
    b"token_endpoint",
    b"hub",
];

/// Returns whether a `link` leads to nothing that GET fetches. Each word of its `rel` is a link of its own, so all must be such
/// types: a stylesheet is fetched, even if its server is a hint, too.
pub fn is_hint(scanner: &Scanner<'_>, tag: &Tag<'_>) -> bool {
    let Some(rel) = scanner.attribute_of(tag, b"rel") else { return false };
    let is_hint = |word: &[u8]| NOTHING_TO_GET.iter().any(|hint| word.eq_ignore_ascii_case(hint));
    let rel = decode(rel);
    let mut words = rel.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(is_hint)
}

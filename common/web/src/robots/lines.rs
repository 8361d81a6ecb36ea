//! [`lines`]: the lines of a robots.txt (RFC 9309, section 2.2).

use std::time::Duration;

/// How many bytes of a robots.txt count (RFC 9309, section 2.5).
pub const MAX_ROBOTS_TXT: usize = 500 << 10;

/// A line that has a meaning for a crawler.
pub(super) enum Line<'a> {
    /// The product token of a `User-agent`, or `*`.
    Agent(&'a [u8]),
    /// A pattern, and whether it is allowed.
    Rule(&'a [u8], bool),
    /// A common extension of the protocol.
    CrawlDelay(Duration),
}

/// Returns the lines of a robots.txt that have a meaning. Only the first 500 KiB count, without the line that they cut.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let text = match text.get(..=MAX_ROBOTS_TXT) {
        // A line that ends right at the limit is whole.
        Some(longer) => &longer[..longer.iter().rposition(is_end).unwrap_or(0)],
        None => text,
    };
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    text.split(is_end).filter_map(parse)
}

/// Parses a line. Frequent misspellings are understood, because they mean that a page is not to be fetched.
fn parse(line: &[u8]) -> Option<Line<'_>> {
    let line = line.split(|&byte| byte == b'#').next()?.trim_ascii();
    let colon = line.iter().position(|&byte| byte == b':');
    let end = colon.or_else(|| line.iter().position(u8::is_ascii_whitespace))?;
    let value = line[end + 1..].trim_ascii();
    match &*line[..end].trim_ascii().to_ascii_lowercase() {
        b"user-agent" | b"useragent" | b"user agent" => Some(Line::Agent(product(value))),
        b"disallow" | b"dissallow" | b"dissalow" | b"disalow" | b"diasllow" | b"disallaw" => {
            Some(Line::Rule(value, false))
        }
        b"allow" => Some(Line::Rule(value, true)),
        b"crawl-delay" | b"crawldelay" | b"crawl delay" => delay(value).map(Line::CrawlDelay),
        _ => None,
    }
}

/// Returns the product token at the start of a value, such as `crawler` in `crawler/1.0`; or `*`, after which there may be
/// words: `* (all)`. Google's parser reads it so, too.
fn product(value: &[u8]) -> &[u8] {
    if let Some(rest) = value.strip_prefix(b"*") {
        let is_alone = rest.first().is_none_or(u8::is_ascii_whitespace);
        return if is_alone { b"*" } else { b"" };
    }
    let is_of_token = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
    let end = value.iter().position(|byte| !is_of_token(byte)).unwrap_or(value.len());
    &value[..end]
}

fn delay(value: &[u8]) -> Option<Duration> {
    let seconds: f64 = str::from_utf8(value).ok()?.parse().ok().filter(|seconds| *seconds >= 0.0)?;
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

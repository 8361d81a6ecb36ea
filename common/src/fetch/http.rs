//! HTTP/1.0 without I/O: the bytes of a request, and a decoder for the bytes of the response.

mod body;
mod coding;
mod decoder;
pub(crate) mod head;
mod needs;
mod request;
mod retry_after;

use std::borrow::Cow;
use std::time::Duration;

use crate::text::excerpt;

pub use body::{Chunks, Framing};
pub use decoder::Decoder;
pub use request::{Again, Needs, PRODUCT, Request};
pub use retry_after::pause;

/// The most bytes in the headers of an answer, interim answers included.
pub const MAX_HEAD: usize = 64 << 10;

/// The most characters of a media type that are kept: two names of 127 (RFC 6838, section 4.2) and a slash.
const MAX_MEDIA_TYPE: usize = 255;

/// The answer of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The status code, 200 to 999.
    pub status: u16,
    /// The `Location`. Bytes that are not ASCII are percent-encoded.
    pub location: Option<String>,
    /// The pause that the `Retry-After` of a failure asks for.
    pub retry_after: Option<Duration>,
    /// The `Content-Type`.
    pub content_type: Option<ContentType>,
    /// The body, without its transfer coding.
    pub body: Vec<u8>,
    /// Whether the connection can be used again: the server keeps it open, and the answer ended
    /// where its headers say, with no bytes after it so far.
    pub is_persistent: bool,
    /// How many tries the fetch took.
    pub tries: u32,
    /// The time from the first try's start to the last byte.
    pub elapsed: Duration,
}

/// A media type and its charset (RFC 9110, section 8.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentType {
    /// The text before the parameters, as the server sent it: `text/html`, but also `Text/HTML` or `foo`.
    pub media_type: Cow<'static, str>,
    /// The charset parameter in lower case, if there is one.
    pub charset: Option<Cow<'static, str>>,
}

impl ContentType {
    /// Parses the value of a `Content-Type` header. Returns `None` if it names no type.
    ///
    /// If it is a list, its last type counts, as in browsers (WHATWG Fetch, "extract a MIME type").
    pub fn parse(value: &str) -> Option<ContentType> {
        let types = split(value, ',').filter_map(|item| {
            let mut parts = split(item, ';').map(str::trim);
            let media_type = parts.next().filter(|name| !name.is_empty())?;
            let charset = parts
                .filter_map(|parameter| parameter.split_once('='))
                .filter(|(name, _)| name.trim_end().eq_ignore_ascii_case("charset"))
                .map(|(_, value)| value.trim().trim_matches(['"', '\'']))
                // Some labels have a colon: `iso_8859-1:1987`.
                .find(|charset| charset.split(':').all(is_token));
            Some((media_type, charset))
        });
        let (media_type, charset) = types.reduce(|known, (media_type, charset)| match known {
            _ if !is_type(media_type) => known,
            (name, known) if name.eq_ignore_ascii_case(media_type) => (media_type, charset.or(known)),
            _ => (media_type, charset),
        })?;
        let as_said = usual(media_type).filter(|usual| *usual == media_type);
        let lower = |name: &str| usual(name).map_or_else(|| name.to_ascii_lowercase().into(), Cow::Borrowed);
        Some(ContentType {
            media_type: as_said.map_or_else(|| excerpt(media_type, MAX_MEDIA_TYPE).into(), Cow::Borrowed),
            charset: charset.map(lower),
        })
    }

    /// Returns whether this is the given media type, in any case.
    pub fn is(&self, media_type: &str) -> bool {
        self.media_type.eq_ignore_ascii_case(media_type)
    }
}

/// Splits `text` at `separator`, but not inside a quoted string (RFC 9110, section 5.6.4).
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.split(move |char| {
        is_quoted ^= char == '"' && !is_escaped;
        is_escaped = is_quoted && char == '\\' && !is_escaped;
        char == separator && !is_quoted
    })
}

/// Returns whether the text is a type and a subtype, but not `*/*` (WHATWG Fetch, "extract a MIME type").
fn is_type(text: &str) -> bool {
    let are_tokens = |(kind, subtype)| is_token(kind) && is_token(subtype);
    text != "*/*" && text.split_once('/').is_some_and(are_tokens)
}

/// Returns the usual name that equals `name` in any case, so that most answers need no copy of it.
fn usual(name: &str) -> Option<&'static str> {
    let usual = ["text/html", "utf-8", "text/css", "text/plain", "application/xhtml+xml", "iso-8859-1"];
    usual.into_iter().find(|usual| usual.eq_ignore_ascii_case(name))
}

/// Returns whether the text is a token (RFC 9110, section 5.6.2). A token is safe to print.
fn is_token(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_allowed)
}

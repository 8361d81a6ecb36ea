//! The encoding of a page, and of the queries in its links: by its byte order mark, its header, or its own declaration.

use std::borrow::Cow;

use encoding_rs::{EncoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

use super::scan::Scanner;
use crate::fetch::http::ContentType;

/// How many bytes of a page are searched for a declaration.
const SEARCHED: usize = 1024;

/// Returns the page in UTF-8, and its encoding.
pub fn to_utf8<'a>(page: &'a [u8], content_type: &ContentType) -> (Cow<'a, [u8]>, &'static Encoding) {
    let encoding = encoding(page, content_type);
    if encoding == UTF_8 {
        return (Cow::Borrowed(page), encoding);
    }
    match encoding.decode(page).0 {
        Cow::Borrowed(text) => (Cow::Borrowed(text.as_bytes()), encoding),
        Cow::Owned(text) => (Cow::Owned(text.into_bytes()), encoding),
    }
}

/// Returns the encoding of a page (WHATWG HTML, section 13.2.3.2).
///
/// If nothing declares it, it is UTF-8. The standard takes the usual encoding of the user's locale, but a
/// report must not depend on the machine that wrote it.
fn encoding(page: &[u8], content_type: &ContentType) -> &'static Encoding {
    let start = &page[..page.len().min(SEARCHED)];
    let header = || Encoding::for_label(content_type.charset.as_ref()?.as_bytes());
    let meta = || if content_type.is("text/html") { prescan(start) } else { None };
    let bom = Encoding::for_bom(page).map(|(encoding, _)| encoding);
    bom.or_else(header).or_else(meta).or_else(|| xml_encoding(start)).unwrap_or(UTF_8)
}

/// Returns the encoding that a `meta` declares ("prescan a byte stream to determine its encoding").
fn prescan(start: &[u8]) -> Option<&'static Encoding> {
    let mut scanner = Scanner::new(start, false);
    while let Some(tag) = scanner.next_tag() {
        if tag.is_end || !tag.name.eq_ignore_ascii_case(b"meta") {
            continue;
        }
        let value = |wanted: &[u8]| scanner.attribute_of(&tag, wanted);
        let encoding = match (value(b"charset"), value(b"http-equiv"), value(b"content")) {
            (Some(label), ..) => declared(label),
            (_, Some(name), Some(content)) if name.eq_ignore_ascii_case(b"content-type") => {
                in_content(content)
            }
            _ => None,
        };
        if encoding.is_some() {
            return encoding;
        }
    }
    None
}

/// Returns the encoding in the `content` of a `meta` ("extracting a character encoding from a meta element").
fn in_content(content: &[u8]) -> Option<&'static Encoding> {
    let content = content.to_ascii_lowercase();
    let mut rest = &*content;
    loop {
        rest = &rest[memmem::find(rest, b"charset")? + b"charset".len()..];
        let Some(value) = rest.trim_ascii_start().strip_prefix(b"=") else { continue };
        let label = match value.trim_ascii_start() {
            [quote @ (b'"' | b'\''), rest @ ..] => &rest[..memchr(*quote, rest)?],
            value => value.split(|byte| byte.is_ascii_whitespace() || *byte == b';').next()?,
        };
        return declared(label);
    }
}

/// Returns the encoding in an XML declaration (WHATWG HTML, "get an XML encoding").
fn xml_encoding(start: &[u8]) -> Option<&'static Encoding> {
    let declaration = start[..memchr(b'>', start)?].strip_prefix(b"<?xml")?;
    let name = b"encoding";
    let rest = &declaration[memmem::find(declaration, name)? + name.len()..];
    let rest = rest.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (quote, rest) = rest.split_first().filter(|(quote, _)| b"\"'".contains(quote))?;
    let label = &rest[..memchr(*quote, rest)?];
    if label.iter().any(|byte| *byte <= b' ') { None } else { declared(label) }
}

/// Returns the encoding with this label. A page whose declaration can be read as ASCII is not in UTF-16.
fn declared(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label).map(|encoding| match encoding {
        encoding if encoding == UTF_16BE || encoding == UTF_16LE => UTF_8,
        encoding if encoding == X_USER_DEFINED => WINDOWS_1252,
        encoding => encoding,
    })
}

/// Returns a function that encodes a query (WHATWG URL, section 1.3, "percent-encode after
/// encoding"), with the lifetimes that `url` asks for.
///
/// A character that the encoding cannot express becomes a reference to it, `&#1087;`, which is
/// percent-encoded to differ from such characters in the query.
pub fn encoder(encoding: &'static Encoding) -> impl Fn(&str) -> Cow<'_, [u8]> {
    move |query| {
        let mut encoder = encoding.new_encoder();
        let mut encoded = Vec::new();
        let mut rest = query;
        // The encoder stops at each such character. Given a long vector, it would clear all of it each time.
        let mut piece = [0; 256];
        loop {
            let (result, read, written) =
                encoder.encode_from_utf8_without_replacement(rest, &mut piece, true);
            encoded.extend_from_slice(&piece[..written]);
            rest = &rest[read..];
            match result {
                EncoderResult::InputEmpty => return encoded.into(),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(char) => {
                    encoded.extend(format!("%26%23{}%3B", u32::from(char)).bytes());
                }
            }
        }
    }
}

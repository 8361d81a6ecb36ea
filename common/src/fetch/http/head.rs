//! The head of a response: where it ends, and what it says about the body.

use std::borrow::Cow;
use std::time::SystemTime;

use encoding_rs::Encoding;
use httparse::{Header, ParserConfig};
use httpdate::parse_http_date;

use super::body::{Chunks, Framing};
use super::coding;
use super::retry_after::pause;
use super::{ContentType, Response, is_token};
use crate::fetch::error::Cause;
use crate::text::excerpt;

/// How an answer begins. Its version follows.
const NAME: &[u8] = b"HTTP/";

/// What a head says about its body, or why it cannot be read.
pub(crate) struct Body {
    /// Where it ends.
    pub(crate) framing: Result<Framing, Cause>,
    /// Whether it is to be decoded.
    pub(super) is_coded: Result<bool, Cause>,
}

/// Checks that the bytes may begin an HTTP answer.
pub(super) fn check_start(bytes: &[u8]) -> Result<(), Cause> {
    let (name, version) = bytes.split_at(bytes.len().min(NAME.len()));
    let is_http = NAME.starts_with(name) && version.first().is_none_or(|major| matches!(major, b'1'..=b'9'));
    if is_http { Ok(()) } else { Err(Cause::BadResponse("it does not begin with HTTP".into())) }
}

/// Returns the index after the empty line that ends a head, searching from `start` on.
///
/// A line may end in LF alone (RFC 9112, section 2.2).
pub(crate) fn find_end(bytes: &[u8], start: usize) -> Option<usize> {
    let ends = |at: &usize| bytes[*at..].starts_with(b"\n\n") || bytes[*at..].starts_with(b"\n\r\n");
    let newline = (start..bytes.len()).filter(|&at| bytes[at] == b'\n').find(ends)?;
    Some(newline + if bytes[newline + 1] == b'\n' { 2 } else { 3 })
}

/// Parses a complete head. Returns the response without its body, or `None` for a status of 1xx: the final answer follows.
///
/// Malformed header lines are accepted as browsers do; lengths are checked strictly.
pub(crate) fn parse(bytes: &[u8]) -> Result<Option<(Response, Body)>, Cause> {
    let bytes = with_known_version(bytes);
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let mut headers = vec![httparse::EMPTY_HEADER; lines];
    let mut parsed = httparse::Response::new(&mut headers);
    ParserConfig::default()
        .allow_spaces_after_header_name_in_responses(true)
        .allow_obsolete_multiline_headers_in_responses(true)
        .allow_multiple_spaces_in_response_status_delimiters(true)
        .ignore_invalid_headers_in_responses(true)
        .parse_response(&mut parsed, &bytes)?;
    let status = parsed.code.ok_or(Cause::BadResponse("it has no status".into()))?;
    match status {
        0..100 => Err(Cause::BadResponse("its status is under 100".into())),
        // No HTTP follows it (RFC 9110, section 15.2.2).
        101 => Err(Cause::BadResponse("it switches to another protocol".into())),
        100..200 => Ok(None),
        _ => {
            let is_persistent = is_persistent(parsed.version, parsed.headers);
            let response = Response { is_persistent, ..response(status, parsed.headers) };
            let body = Body { framing: framing(status, parsed.headers), is_coded: is_coded(parsed.headers) };
            Ok(Some((response, body)))
        }
    }
}

/// Returns the head with version 1.1 in place of a higher one.
///
/// A higher minor version is read as the highest known one (RFC 9110, section 2.5). Of a higher major version, only the name
/// can be meant, because HTTP/2 has no such line.
fn with_known_version(head: &[u8]) -> Cow<'_, [u8]> {
    let after_name = head.strip_prefix(NAME).unwrap_or_default();
    let end = after_name.iter().position(u8::is_ascii_whitespace).unwrap_or_default();
    let (version, rest) = after_name.split_at(end);
    match version {
        b"1.0" | b"1.1" => head.into(),
        [b'1'..=b'9'] | [b'1'..=b'9', b'.', b'0'..=b'9'] => [NAME, b"1.1", rest].concat().into(),
        _ => head.into(),
    }
}

fn response(status: u16, headers: &[Header<'_>]) -> Response {
    // The lines of a list are one list (RFC 9110, section 5.3).
    let content_type = values(headers, "Content-Type").map(String::from_utf8_lossy);
    let content_type = content_type.reduce(|list, line| format!("{list}, {line}").into());
    let retry_after = values(headers, "Retry-After").next().filter(|_| status >= 400);
    // A date in `Retry-After` is one of the server's clock, so it is compared with `Date`.
    let now = || values(headers, "Date").next().and_then(|date| parse_http_date(&escape(date)).ok());
    Response {
        status,
        location: values(headers, "Location").next().map(escape),
        retry_after: retry_after.and_then(|text| pause(&escape(text), now().unwrap_or_else(SystemTime::now))),
        content_type: content_type.and_then(|list| ContentType::parse(&list)),
        ..Response::default()
    }
}

/// Returns whether the body has a content coding (RFC 9110, section 8.4) that is to be decoded.
///
/// # Errors
/// If it has a coding that is not known, or more than one: [`Cause::ContentEncoding`].
fn is_coded(headers: &[Header<'_>]) -> Result<bool, Cause> {
    let codings: Vec<_> = list(headers, "Content-Encoding").filter(is_coding).collect();
    match codings[..] {
        [] => Ok(false),
        [coding] if coding::is_known(coding) => Ok(true),
        [coding, ..] => Err(Cause::ContentEncoding(excerpt(&String::from_utf8_lossy(coding), 40))),
    }
}

/// Returns whether a member of `Content-Encoding` may be a coding, which is a token. By mistake, servers send the charset
/// there, the type, a coding of the transfer that has been undone, or one of mail that changes nothing (RFC 2045, section 6.2).
fn is_coding(member: &&[u8]) -> bool {
    let no_coding = ["identity", "none", "null", "chunked", "aws-chunked", "7bit", "8bit", "binary"];
    let is_known = no_coding.iter().any(|known| member.eq_ignore_ascii_case(known.as_bytes()));
    let is_token = str::from_utf8(member).is_ok_and(is_token);
    is_token && !is_known && Encoding::for_label(member).is_none()
}

/// Returns whether the server keeps the connection open (RFC 9112, section 9.3).
fn is_persistent(minor_version: Option<u8>, headers: &[Header<'_>]) -> bool {
    let says = |option: &[u8]| list(headers, "Connection").any(|member| member.eq_ignore_ascii_case(option));
    !says(b"close") && (minor_version == Some(1) || says(b"keep-alive"))
}

/// Returns where the body ends (RFC 9112, section 6.3).
fn framing(status: u16, headers: &[Header<'_>]) -> Result<Framing, Cause> {
    if matches!(status, 204 | 304) {
        return Ok(Framing::Length(0));
    }
    let mut codings = list(headers, "Transfer-Encoding")
        .filter(|coding| !coding.is_empty() && !coding.eq_ignore_ascii_case(b"identity"))
        .peekable();
    if codings.peek().is_none() {
        return length(headers);
    }
    // No body is chunked twice: a proxy and a server say it of the same chunks (curl 13451).
    if codings.all(|coding| coding.eq_ignore_ascii_case(b"chunked")) {
        return Ok(Framing::Chunked(Chunks::default()));
    }
    Err(Cause::BadResponse("its transfer coding is unknown".into()))
}

fn length(headers: &[Header<'_>]) -> Result<Framing, Cause> {
    let mut lengths = list(headers, "Content-Length");
    let Some(length) = lengths.next() else { return Ok(Framing::UntilEnd) };
    if lengths.any(|other| other != length) {
        return Err(Cause::BadResponse("it has two lengths that differ".into()));
    }
    if length.is_empty() || !length.iter().all(u8::is_ascii_digit) {
        return Err(Cause::BadResponse("its length is not a number".into()));
    }
    // A length that overflows an integer exceeds any limit.
    let length = str::from_utf8(length).ok().and_then(|digits| digits.parse().ok());
    Ok(Framing::Length(length.unwrap_or(usize::MAX)))
}

/// Returns the values of the headers with this name.
fn values<'a>(headers: &'a [Header<'a>], name: &'a str) -> impl Iterator<Item = &'a [u8]> {
    headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name)).map(|header| header.value)
}

/// Returns the members of a list header, which may span several lines (RFC 9110, section 5.3).
fn list<'a>(headers: &'a [Header<'a>], name: &'a str) -> impl Iterator<Item = &'a [u8]> {
    values(headers, name)
        .flat_map(|value| value.split(|&byte| byte == b','))
        .map(|member| member.trim_ascii())
}

/// Returns a `Location` as text. Bytes that are not ASCII are percent-encoded, as in a URL.
fn escape(value: &[u8]) -> String {
    let mut text = String::with_capacity(value.len());
    for &byte in value {
        match byte {
            0x80.. => text.push_str(&format!("%{byte:02X}")),
            _ => text.push(char::from(byte)),
        }
    }
    text
}

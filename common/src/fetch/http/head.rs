//! The head of a response: where it ends, and what it says about the body.

use std::time::SystemTime;

use encoding_rs::Encoding;
use httparse::{Header, ParserConfig};
use httpdate::parse_http_date;

use super::body::{Chunks, Framing};
use super::coding;
use super::retry_after::pause;
use super::{ContentType, Response};
use crate::fetch::error::Cause;
use crate::text::excerpt;

/// A parsed head.
pub(crate) enum Head {
    /// A status of 1xx. The final answer follows.
    Interim,
    /// The response without its body, where that body ends, and whether it is to be decoded.
    Final(Response, Framing, bool),
}

/// Checks that the bytes may begin an HTTP/1 answer.
pub(super) fn check_start(bytes: &[u8]) -> Result<(), Cause> {
    let is_http = bytes.iter().zip(b"HTTP/1.").all(|(byte, wanted)| byte == wanted);
    if is_http { Ok(()) } else { Err(Cause::BadResponse("it does not begin with HTTP/1".into())) }
}

/// Returns the index after the empty line that ends a head, searching from `start` on.
///
/// A line may end in LF alone (RFC 9112, section 2.2).
pub(crate) fn find_end(bytes: &[u8], start: usize) -> Option<usize> {
    let ends = |at: &usize| bytes[*at..].starts_with(b"\n\n") || bytes[*at..].starts_with(b"\n\r\n");
    let newline = (start..bytes.len()).filter(|&at| bytes[at] == b'\n').find(ends)?;
    Some(newline + if bytes[newline + 1] == b'\n' { 2 } else { 3 })
}

/// Parses a complete head. Malformed header lines are accepted as browsers do; lengths are checked strictly. Without a
/// `max_body`, no body is read, and what the head says about it does not matter.
pub(crate) fn parse(bytes: &mut [u8], max_body: Option<usize>) -> Result<Head, Cause> {
    // A higher minor version is read as the highest known one (RFC 9110, section 2.5).
    if let Some(minor @ b'2'..=b'9') = bytes.get_mut("HTTP/1.".len()) {
        *minor = b'1';
    }
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let mut headers = vec![httparse::EMPTY_HEADER; lines];
    let mut parsed = httparse::Response::new(&mut headers);
    ParserConfig::default()
        .allow_spaces_after_header_name_in_responses(true)
        .allow_obsolete_multiline_headers_in_responses(true)
        .allow_multiple_spaces_in_response_status_delimiters(true)
        .ignore_invalid_headers_in_responses(true)
        .parse_response(&mut parsed, bytes)?;
    let status = parsed.code.ok_or(Cause::BadResponse("it has no status".into()))?;
    match status {
        0..100 => Err(Cause::BadResponse("its status is under 100".into())),
        // No HTTP follows it (RFC 9110, section 15.2.2).
        101 => Err(Cause::BadResponse("it switches to another protocol".into())),
        100..200 => Ok(Head::Interim),
        _ => {
            let Some(max_body) = max_body else {
                return Ok(Head::Final(response(status, parsed.headers), Framing::UntilEnd, false));
            };
            let is_coded = is_coded(status, parsed.headers)?;
            let framing = framing(status, parsed.headers, max_body)?;
            let is_persistent = is_persistent(parsed.version, parsed.headers);
            let response = Response { is_persistent, ..response(status, parsed.headers) };
            Ok(Head::Final(response, framing, is_coded))
        }
    }
}

fn response(status: u16, headers: &[Header<'_>]) -> Response {
    // The lines of a list are one list (RFC 9110, section 5.3).
    let content_type = values(headers, "Content-Type").map(String::from_utf8_lossy);
    let content_type = content_type.reduce(|list, line| format!("{list}, {line}").into());
    let retry_after = values(headers, "Retry-After").next().filter(|_| matches!(status, 429 | 503));
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
/// The body of a redirect or an error page is not searched for links, so its coding does not matter.
///
/// # Errors
/// If it has a coding that is not known, or more than one: [`Cause::ContentEncoding`].
fn is_coded(status: u16, headers: &[Header<'_>]) -> Result<bool, Cause> {
    let is_searched = matches!(status, 200..300) && status != 204;
    let codings: Vec<_> = list(headers, "Content-Encoding").filter(is_coding).collect();
    match codings[..] {
        [coding, ..] if is_searched && (codings.len() > 1 || !coding::is_known(coding)) => {
            Err(Cause::ContentEncoding(excerpt(&String::from_utf8_lossy(coding), 40)))
        }
        _ => Ok(is_searched && !codings.is_empty()),
    }
}

/// Returns whether a member of `Content-Encoding` may be a coding. By mistake, servers send the charset
/// there, the type, or a transfer encoding of mail that changes nothing (RFC 2045, section 6.2).
fn is_coding(member: &&[u8]) -> bool {
    let no_coding = ["", "identity", "none", "null", "7bit", "8bit", "binary", "text/html"];
    let is_known = no_coding.iter().any(|known| member.eq_ignore_ascii_case(known.as_bytes()));
    !is_known && Encoding::for_label(member).is_none()
}

/// Returns whether the server keeps the connection open (RFC 9112, section 9.3).
fn is_persistent(minor_version: Option<u8>, headers: &[Header<'_>]) -> bool {
    let says = |option: &[u8]| list(headers, "Connection").any(|member| member.eq_ignore_ascii_case(option));
    !says(b"close") && (minor_version == Some(1) || says(b"keep-alive"))
}

/// Returns where the body ends (RFC 9112, section 6.3).
fn framing(status: u16, headers: &[Header<'_>], max_body: usize) -> Result<Framing, Cause> {
    if matches!(status, 204 | 304) {
        return Ok(Framing::Length(0));
    }
    let codings = list(headers, "Transfer-Encoding")
        .filter(|coding| !coding.is_empty() && !coding.eq_ignore_ascii_case(b"identity"));
    match codings.collect::<Vec<_>>()[..] {
        [] => length(headers, max_body),
        [coding] if coding.eq_ignore_ascii_case(b"chunked") => Ok(Framing::Chunked(Chunks::default())),
        _ => Err(Cause::BadResponse("its transfer coding is unknown".into())),
    }
}

fn length(headers: &[Header<'_>], max_body: usize) -> Result<Framing, Cause> {
    let mut lengths = list(headers, "Content-Length");
    let Some(length) = lengths.next() else { return Ok(Framing::UntilEnd) };
    if lengths.any(|other| other != length) {
        return Err(Cause::BadResponse("it has two lengths that differ".into()));
    }
    if length.is_empty() || !length.iter().all(u8::is_ascii_digit) {
        return Err(Cause::BadResponse("its length is not a number".into()));
    }
    // A length that overflows an integer exceeds any limit.
    let length = str::from_utf8(length).ok().and_then(|digits| digits.parse::<usize>().ok());
    match length {
        Some(length) if length <= max_body => Ok(Framing::Length(length)),
        _ => Err(Cause::TooLarge(format!("{max_body} bytes of body"))),
    }
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

//! The head of a response: status, headers, and what is refused.

use common::fetch::http::{ContentType, MAX_HEAD};
use common::{Cause, Response};

mod decoding;

fn decode(answer: impl AsRef<[u8]>) -> Result<Response, Cause> {
    decoding::decode(100, [answer.as_ref()])
}

fn kind(answer: impl AsRef<[u8]>) -> &'static str {
    decode(answer).expect_err("an error").kind()
}

/// Decodes a response with these headers, each ended by a line break.
fn with(headers: &str) -> Response {
    decode(format!("HTTP/1.1 200 OK\r\n{headers}\r\n")).expect("a response")
}

#[test]
fn the_status_is_read() {
    assert_eq!(decode("HTTP/1.0 404 Not Found\r\n\r\n").unwrap().status, 404);
}

#[test]
fn the_status_may_stand_after_two_spaces() {
    assert_eq!(decode("HTTP/1.0  404 Not Found\r\n\r\n").unwrap().status, 404);
}

#[test]
fn interim_answers_are_skipped() {
    let answer = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\nHTTP/1.1 204 No\r\n\r\n";
    assert_eq!(decode(answer).unwrap().status, 204);
}

#[test]
fn an_interim_answer_alone_is_closed() {
    assert_eq!(kind("HTTP/1.1 100 Continue\r\n\r\n"), "closed");
}

#[test]
fn an_empty_stream_is_closed() {
    assert_eq!(kind(""), "closed");
}

#[test]
fn a_head_that_does_not_end_is_closed() {
    assert_eq!(kind("HTTP/1.1 200 OK\r\nA: b\r\n"), "closed");
}

#[test]
fn another_protocol_is_refused_at_its_first_bytes() {
    let mut decoder = common::Decoder::new(100);
    assert_eq!(decoder.decode(b"SSH").unwrap_err().kind(), "bad-response");
}

#[test]
fn of_types_on_several_lines_the_last_one_that_is_a_type_counts() {
    for (lines, expected) in [
        ("Content-Type: text/html\r\nContent-Type: text/html\r\n", "text/html"),
        (
            "Content-Type: text/html; charset=koi8-r\r\nContent-Type: text/html\r\n",
            "text/html; charset=koi8-r",
        ),
        ("Content-Type: text/html\r\nContent-Type: x\r\n", "text/html"),
        ("Content-Type: text/html\r\nContent-Type: */*\r\n", "text/html"),
        ("Content-Type: text/html\r\nContent-Type:\r\n", "text/html"),
    ] {
        assert_eq!(with(lines).content_type, ContentType::parse(expected), "{lines}");
    }
}

#[test]
fn a_status_that_is_not_a_number_is_refused() {
    assert_eq!(kind("HTTP/1.1 2xx OK\r\n\r\n"), "bad-response");
}

#[test]
fn a_status_under_100_is_refused() {
    assert_eq!(kind("HTTP/1.1 099 OK\r\n\r\n"), "bad-response");
}

#[test]
fn header_names_are_case_insensitive() {
    assert_eq!(with("lOCATION: /a\r\n").location.as_deref(), Some("/a"));
}

#[test]
fn a_malformed_header_line_is_skipped() {
    assert_eq!(with("what is this\r\nLocation: /a\r\n").location.as_deref(), Some("/a"));
}

#[test]
fn a_location_in_utf_8_is_percent_encoded() {
    assert_eq!(with("Location: /ü\r\n").location.as_deref(), Some("/%C3%BC"));
}

#[test]
fn of_two_locations_the_first_counts() {
    assert_eq!(with("Location: /a\r\nLocation: /b\r\n").location.as_deref(), Some("/a"));
}

#[test]
fn of_two_content_types_the_last_counts() {
    let content_type = with("Content-Type: text/plain\r\nContent-Type: text/html\r\n").content_type;
    assert_eq!(content_type, ContentType::parse("text/html"));
}

#[test]
fn a_header_may_continue_on_the_next_line() {
    let content_type = with("Content-Type: text/html;\r\n charset=koi8-r\r\n").content_type;
    assert_eq!(content_type, ContentType::parse("text/html; charset=koi8-r"));
}

/// Returns an answer whose head has this many bytes.
fn head_of(size: usize) -> Vec<u8> {
    let (start, end) = ("HTTP/1.1 200 OK\r\nA: ", "\r\n\r\n");
    let filler = "a".repeat(size - start.len() - end.len());
    format!("{start}{filler}{end}").into_bytes()
}

#[test]
fn a_head_may_have_64_kib() {
    assert_eq!(decode(head_of(MAX_HEAD)).unwrap().status, 200);
}

#[test]
fn a_head_of_more_than_64_kib_is_too_large() {
    assert_eq!(kind(head_of(MAX_HEAD + 1)), "too-large");
}

#[test]
fn an_endless_head_is_too_large() {
    assert_eq!(kind([&b"HTTP/1.1 200 OK\r\nA: "[..], &[b'a'; MAX_HEAD]].concat()), "too-large");
}

#[test]
fn interim_answers_count_towards_the_headers_limit() {
    assert_eq!(kind("HTTP/1.1 100 Continue\r\n\r\n".repeat(MAX_HEAD / 25 + 1)), "too-large");
}

#[test]
fn endless_empty_lines_are_too_large() {
    let lines = [b'\n'; MAX_HEAD + 1];
    assert_eq!(decoding::decode(100, lines.chunks(1)).unwrap_err().kind(), "too-large");
}

#[test]
fn bytes_past_the_limit_are_not_checked() {
    let lines = [&[b'\n'; MAX_HEAD + 1][..], b"no HTTP"].concat();
    assert_eq!(kind(&lines), "too-large");
    assert_eq!(kind(&lines[2..]), "bad-response");
}

#[test]
fn a_head_of_many_short_headers_is_read() {
    let headers = "A:\r\n".repeat(16_000) + "Location: /a\r\n";
    assert_eq!(with(&headers).location.as_deref(), Some("/a"));
}

#[test]
fn a_coded_body_is_refused_with_the_head() {
    for coding in ["gzip", "Identity, GZIP", "br\r\nContent-Encoding: identity", "x"] {
        let head = format!("HTTP/1.1 200 OK\r\ncontent-encoding: {coding}\r\nContent-Length: 9\r\n\r\n");
        let error = common::Decoder::new(100).decode(head.as_bytes()).expect_err("an error");
        assert_eq!(error.kind(), "content-encoding", "{coding}");
        assert!(!error.is_of_the_network(), "another try would get the same coding");
    }
}

#[test]
fn a_body_that_is_not_coded_is_read() {
    for coding in ["identity", "IDENTITY", "", " , identity,", "none", "None, utf-8"] {
        assert_eq!(with(&format!("Content-Encoding: {coding}\r\n")).status, 200, "{coding}");
    }
}

#[test]
fn what_servers_send_by_mistake_is_no_coding() {
    for value in [
        "UTF-8",
        "utf8",
        "iso-8859-1",
        "Windows-1252",
        "ascii",
        "7bit",
        "8bit",
        "binary",
        "null",
        "text/html",
    ] {
        assert_eq!(with(&format!("Content-Encoding: {value}\r\n")).status, 200, "{value}");
    }
    for coding in
        ["x-gzip", "deflate", "compress", "x-compress", "br", "zstd", "utf-8, gzip", "base64", "aes128gcm"]
    {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n");
        assert_eq!(decode(head).expect_err("an error").kind(), "content-encoding", "{coding}");
    }
}

#[test]
fn the_coding_of_a_body_that_is_not_read_does_not_matter() {
    for status in [204, 302, 304, 404, 500] {
        let head = format!("HTTP/1.1 {status} x\r\nContent-Encoding: gzip\r\nLocation: /a\r\n\r\n");
        assert_eq!(decode(head).unwrap().status, status);
    }
}

#[test]
fn the_name_of_a_coding_is_short_and_printable() {
    let name = |value: &[u8]| {
        let head = [b"HTTP/1.1 200 OK\r\nContent-Encoding: ", value, b"\r\n\r\n"].concat();
        decode(head).expect_err("an error").to_string()
    };
    assert_eq!(name(b"g\x80z\xe2\x80\xae"), "content coding not understood: g\u{fffd}z\\u{202e}");
    assert!(name(&[b'z'; 1000]).ends_with("zzz…"));
    assert!(name(&[b'z'; 1000]).len() < 100);
}

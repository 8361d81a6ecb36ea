//! The headers that say where a body ends, and which of them are refused.

use common::{Cause, Response};

mod decoding;

const MAX_BODY: usize = 100;

/// Decodes an answer with these headers, divided by `|`, and this body.
fn answer(headers: &str, body: &str) -> Result<Response, Cause> {
    let headers: String = headers.split('|').map(|header| format!("{header}\r\n")).collect();
    decoding::decode(MAX_BODY, [format!("HTTP/1.1 200 OK\r\n{headers}\r\n{body}").as_bytes()])
}

fn kind(headers: &str, body: &str) -> &'static str {
    answer(headers, body).expect_err("an error").kind()
}

fn body(headers: &str, body: &str) -> String {
    String::from_utf8(answer(headers, body).expect("a response").body).expect("ASCII")
}

#[test]
fn a_204_and_a_304_have_no_body() {
    for status in [204, 304] {
        let answer = format!("HTTP/1.1 {status} X\r\nContent-Length: 5\r\n\r\n");
        assert_eq!(decoding::decode(MAX_BODY, [answer.as_bytes()]).unwrap().body, b"");
    }
}

#[test]
fn two_equal_lengths_are_one() {
    assert_eq!(body("Content-Length: 4|content-length: 4", "body"), "body");
    assert_eq!(body("Content-Length: 4, 4", "body"), "body");
}

#[test]
fn two_different_lengths_are_refused() {
    assert_eq!(kind("Content-Length: 4|Content-Length: 5", "body"), "bad-response");
    assert_eq!(kind("Content-Length: 4, 5", "body"), "bad-response");
}

#[test]
fn a_length_that_is_not_a_number_is_refused() {
    for length in ["", "-1", "+4", "4 4", "0x4", "4.0", "4;", "four", "٤"] {
        assert_eq!(kind(&format!("Content-Length: {length}"), "body"), "bad-response", "{length}");
    }
}

#[test]
fn a_length_that_overflows_is_too_large() {
    assert_eq!(kind("Content-Length: 99999999999999999999999", ""), "too-large");
}

#[test]
fn a_length_over_the_limit_is_too_large_before_any_body_comes() {
    assert_eq!(kind("Content-Length: 101", ""), "too-large");
}

#[test]
fn a_declared_length_is_not_reserved() {
    let mut decoder = common::Decoder::new(usize::MAX);
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", usize::MAX);
    assert!(decoder.decode(head.as_bytes()).unwrap().is_none());
    assert_eq!(decoder.decode(&[]).unwrap_err().kind(), "truncated");
}

#[test]
fn an_identity_coding_is_accepted() {
    assert_eq!(body("Transfer-Encoding: identity|Content-Length: 4", "body"), "body");
}

#[test]
fn an_unknown_coding_is_refused() {
    for coding in ["gzip", "gzip, chunked", "chunked, chunked"] {
        assert_eq!(kind(&format!("Transfer-Encoding: {coding}"), "0\r\n\r\n"), "bad-response", "{coding}");
    }
}

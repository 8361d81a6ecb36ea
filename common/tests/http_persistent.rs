//! When the connection of an answer can be used again.

use std::sync::Arc;

use common::{Attempt, Decoder, Options, Phase, Target};
use url::Url;

/// Returns whether the connection can be used again after this first line, these headers and this body.
fn is_persistent(start: &str, headers: &str, body: &str) -> bool {
    let bytes = format!("{start}\r\n{headers}\r\n{body}");
    let mut decoder = Decoder::new(1000);
    match decoder.decode(bytes.as_bytes()).expect("it is HTTP") {
        Some(response) => response.is_persistent,
        None => decoder.decode(b"").expect("an end").expect("a response").is_persistent,
    }
}

const OLD: &str = "HTTP/1.0 200 OK";
const NEW: &str = "HTTP/1.1 200 OK";

#[test]
fn http_1_0_closes_by_default() {
    assert!(!is_persistent(OLD, "Content-Length: 2\r\n", "ok"));
    assert!(is_persistent(OLD, "Content-Length: 2\r\nConnection: Keep-Alive\r\n", "ok"));
}

#[test]
fn http_1_1_keeps_open_by_default() {
    assert!(is_persistent(NEW, "Content-Length: 2\r\n", "ok"));
    assert!(!is_persistent(NEW, "Content-Length: 2\r\nConnection: close\r\n", "ok"));
}

#[test]
fn close_wins_over_keep_alive() {
    assert!(!is_persistent(OLD, "Content-Length: 2\r\nConnection: keep-alive, close\r\n", "ok"));
}

#[test]
fn a_status_without_a_body_has_a_known_end() {
    assert!(is_persistent("HTTP/1.1 204 No Content", "", ""));
}

#[test]
fn a_body_without_a_known_end_closes() {
    assert!(!is_persistent(NEW, "", "ok"));
    assert!(
        !is_persistent(NEW, "Transfer-Encoding: chunked\r\n", "2\r\nok\r\n0\r\n\r\n"),
        "there may be trailers"
    );
}

#[test]
fn bytes_after_the_answer_close() {
    assert!(!is_persistent(NEW, "Content-Length: 2\r\n", "okay"));
    assert!(!is_persistent(NEW, "Content-Length: 0\r\n", "okay"));
}

#[test]
fn the_pieces_of_the_answer_do_not_matter() {
    let bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nokay";
    for split in 1..bytes.len() {
        let mut decoder = Decoder::new(1000);
        assert_eq!(decoder.decode(&bytes[..split]).expect("it is HTTP"), None);
        let response = decoder.decode(&bytes[split..]).expect("it is HTTP").expect("a complete response");
        assert!(response.is_persistent, "split at {split}");
    }
}

/// A connection that was closed before a byte came may have been closed before it was used again.
#[test]
fn a_byte_of_the_answer_is_remembered_until_the_next_try() {
    let url = Url::parse("http://site.example/").expect("a URL");
    let attempt = Attempt::first(&Target::page(Arc::new(url)), &Arc::new(Options::new([])));
    let mut decoder = attempt.decoder();
    assert!(!attempt.is_answered());
    attempt.decode(&mut decoder, b"HT").unwrap();
    assert!(attempt.is_answered());
    let error = attempt.decode(&mut decoder, b"").unwrap_err();
    assert_eq!((error.cause.kind(), error.phase), ("closed", Phase::Decoding));
    attempt.again(error).unwrap();
    assert!(!attempt.is_answered());
}

//! When the connection of an answer can be used again.

use common::Decoder;

/// Whether it can after an answer with this first line, these header lines and this body.
fn is_persistent(start: &str, headers: &str, body: &str) -> bool {
    let bytes = format!("{start}\r\n{headers}\r\n{body}");
    let mut decoder = Decoder::new(1000);
    match decoder.decode(bytes.as_bytes()).expect("it is HTTP") {
        Some(response) => response.is_persistent,
        None => decoder.decode(b"").expect("it may end so").expect("the end decides").is_persistent,
    }
}

const OLD: &str = "HTTP/1.0 200 OK";
const NEW: &str = "HTTP/1.1 200 OK";

#[test]
fn http_1_0_must_say_that_it_can() {
    assert!(!is_persistent(OLD, "Content-Length: 2\r\n", "ok"));
    assert!(is_persistent(OLD, "Content-Length: 2\r\nConnection: Keep-Alive\r\n", "ok"));
}

#[test]
fn http_1_1_must_say_that_it_cannot() {
    assert!(is_persistent(NEW, "Content-Length: 2\r\n", "ok"));
    assert!(!is_persistent(NEW, "Content-Length: 2\r\nConnection: close\r\n", "ok"));
}

#[test]
fn of_two_wishes_that_differ_close_counts() {
    assert!(!is_persistent(OLD, "Content-Length: 2\r\nConnection: keep-alive, close\r\n", "ok"));
}

#[test]
fn a_status_without_a_body_has_a_known_end() {
    assert!(is_persistent("HTTP/1.1 204 No Content", "", ""));
}

#[test]
fn a_body_must_say_where_it_ends() {
    assert!(!is_persistent(NEW, "", "ok"));
    assert!(
        !is_persistent(NEW, "Transfer-Encoding: chunked\r\n", "2\r\nok\r\n0\r\n\r\n"),
        "there may be trailers"
    );
}

#[test]
fn nothing_may_follow_the_answer() {
    assert!(!is_persistent(NEW, "Content-Length: 2\r\n", "okay"));
    assert!(!is_persistent(NEW, "Content-Length: 0\r\n", "okay"));
}

#[test]
fn it_does_not_matter_in_which_pieces_the_answer_comes() {
    let bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nokay";
    for split in 1..bytes.len() {
        let mut decoder = Decoder::new(1000);
        assert_eq!(decoder.decode(&bytes[..split]).expect("it is HTTP"), None);
        let response = decoder.decode(&bytes[split..]).expect("it is HTTP").expect("it is whole");
        assert!(response.is_persistent, "split at {split}");
    }
}

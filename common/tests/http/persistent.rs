//! When the connection of an answer can be used again.

use common::{Decoder, Options, Phase};
use common_fuzz::offline;

#[test]
fn a_connection_is_used_again_if_the_server_keeps_it_and_the_answer_has_a_known_end() {
    for (answer, expected) in [
        ("HTTP/1.0 200 OK|Content-Length: 2||ok", false),
        ("HTTP/1.0 200 OK|Content-Length: 2|Connection: Keep-Alive||ok", true),
        ("HTTP/1.0 200 OK|Content-Length: 2|Connection: keep-alive, close||ok", false),
        ("HTTP/1.1 200 OK|Content-Length: 2||ok", true),
        ("HTTP/1.1 200 OK|Content-Length: 2|Connection: close||ok", false),
        // A higher minor version is read as 1.1 (RFC 9110, section 2.5), so the server keeps the connection open.
        ("HTTP/1.9 200 OK|Content-Length: 2||ok", true),
        ("HTTP/1.1 204 No Content||", true),
        ("HTTP/1.1 200 OK||ok", false),
        // There may be trailers.
        ("HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|ok|0||", false),
        // The head is the answer. A body that is not read must be there.
        ("HTTP/1.1 302 Found|Location: /a|Content-Length: 2||ok", true),
        ("HTTP/1.1 302 Found|Location: /a|Content-Length: 2||o", false),
        ("HTTP/1.1 404 Not Found|Content-Length: 0||", true),
        ("HTTP/1.1 404 Not Found||ok", false),
        ("HTTP/1.1 200 OK|Content-Type: image/png|Transfer-Encoding: chunked||2|ok|0||", false),
        // Bytes come after the answer.
        ("HTTP/1.1 404 Not Found|Content-Length: 2||okay", false),
        ("HTTP/1.1 200 OK|Content-Length: 2||okay", false),
        ("HTTP/1.1 200 OK|Content-Length: 0||okay", false),
    ] {
        let mut decoder = Decoder::new(1000);
        let decoded = decoder.decode(answer.replace('|', "\r\n").as_bytes()).expect("it is HTTP");
        let response = decoded.or_else(|| decoder.decode(b"").expect("an end"));
        assert_eq!(response.expect("a response").is_persistent, expected, "{answer}");
    }
}

/// A connection that was closed before a byte came may have been closed before it was used again.
#[test]
fn a_byte_of_the_answer_is_remembered_until_the_next_try() {
    let attempt = offline::attempt(Options::new([]));
    let mut decoder = attempt.decoder();
    assert!(!attempt.current().is_answered);
    attempt.decode(&mut decoder, b"HT").unwrap();
    assert!(attempt.current().is_answered);
    let error = attempt.decode(&mut decoder, b"").unwrap_err();
    assert_eq!((error.cause.kind(), error.phase), ("closed", Phase::Decoding));
    attempt.again(error).unwrap();
    assert!(!attempt.current().is_answered);
}

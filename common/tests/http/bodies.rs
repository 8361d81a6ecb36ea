//! Where a body ends: the headers that say so, and chunks.

use common::Decoder;
use common_fuzz::decoding;

const MAX_BODY: usize = 100;

/// Returns the body of an answer with these headers, divided by `|`, or the kind of its error.
fn body(headers: &str, body: &str) -> String {
    let headers: String = headers.split('|').map(|header| format!("{header}\r\n")).collect();
    let answer = format!("HTTP/1.1 200 OK\r\n{headers}\r\n{body}");
    let decoded = decoding::decode(MAX_BODY, [answer.as_bytes()]);
    decoded.map_or_else(|cause| cause.kind().into(), |answer| String::from_utf8(answer.body).expect("ASCII"))
}

#[test]
fn headers_say_where_a_body_ends() {
    for (headers, expected) in [
        ("Content-Length: 4|content-length: 4", "body"),
        ("Content-Length: 4, 4", "body"),
        ("Content-Length: 4|Content-Length: 5", "bad-response"),
        ("Content-Length: 4, 5", "bad-response"),
        // It is too large before any body comes.
        ("Content-Length: 101", "too-large"),
        ("Content-Length: 99999999999999999999999", "too-large"),
        ("Transfer-Encoding: identity|Content-Length: 4", "body"),
        ("Transfer-Encoding: gzip", "bad-response"),
        ("Transfer-Encoding: gzip, chunked", "bad-response"),
        ("Transfer-Encoding: chunked, chunked", "bad-response"),
    ] {
        assert_eq!(body(headers, "body"), expected, "{headers}");
    }
    for length in ["", "-1", "+4", "4 4", "0x4", "4.0", "4;", "four", "٤"] {
        assert_eq!(body(&format!("Content-Length: {length}"), "body"), "bad-response", "{length}");
    }
}

#[test]
fn a_declared_length_is_not_reserved() {
    let mut decoder = Decoder::new(usize::MAX);
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", usize::MAX);
    assert!(decoder.decode(head.as_bytes()).unwrap().is_none());
    assert_eq!(decoder.decode(&[]).unwrap_err().kind(), "truncated");
}

fn chunked(chunks: &str) -> String {
    body("Transfer-Encoding: chunked", chunks)
}

#[test]
fn chunks_are_joined() {
    for (chunks, expected) in [
        ("4\r\nWiki\r\n5\r\npedia\r\n0\r\n\r\n", "Wikipedia"),
        ("0\r\n\r\n", ""),
        ("a\r\n0123456789\r\nB\r\n0123456789a\r\n0\r\n\r\n", "01234567890123456789a"),
        ("6\r\n\r\n0\r\n\n\r\n0\r\n\r\n", "\r\n0\r\n\n"),
        ("1;name=\"value\"\r\nx\r\n0;last\r\nTrailer: 1\r\n\r\n", "x"),
        ("1\nx\n0\n\n", "x"),
        ("0000000000000000000000000000000000000001\r\nx\r\n0\r\n\r\n", "x"),
    ] {
        assert_eq!(chunked(chunks), expected, "{chunks:?}");
    }
    // Chunks win over a length, and an empty member of the list of codings is ignored.
    assert_eq!(body("Content-Length: 3|Transfer-Encoding: Chunked,", "1\r\nx\r\n0\r\n\r\n"), "x");
}

#[test]
fn a_malformed_chunk_is_refused() {
    for size in ["", "x", "-1", "+1", "0x1", "1 1", ";a"] {
        assert_eq!(chunked(&format!("{size}\r\na\r\n0\r\n\r\n")), "bad-response", "{size:?}");
    }
    assert_eq!(chunked("1\r\nxy\r\n0\r\n\r\n"), "bad-response", "it is longer than its size");
}

#[test]
fn chunks_over_the_limit_in_sum_and_endless_lines_are_too_large() {
    let half = format!("32\r\n{}\r\n", "x".repeat(50));
    assert_eq!(chunked(&format!("{half}{half}0\r\n\r\n")).len(), MAX_BODY);
    assert_eq!(chunked(&format!("{half}{half}1\r\nx\r\n0\r\n\r\n")), "too-large");
    assert_eq!(chunked(&format!("fffffffffffffffffffff\r\n{}", "x".repeat(MAX_BODY + 1))), "too-large");
    assert_eq!(chunked(&format!("1;{}", "x".repeat(5000))), "too-large");
}

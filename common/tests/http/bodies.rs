//! Where a body ends: the headers that say so, and chunks.

use common::{Cause, Decoder, Response};
use common_fuzz::decoder;

const MAX_BODY: usize = 100;

/// Returns the body of an answer with these headers, divided by `|`, or the kind of its error.
fn body(headers: &str, body: &str) -> String {
    let answer = format!("HTTP/1.1 200 OK\r\n{}\r\n\r\n{body}", headers.replace('|', "\r\n"));
    let decoded = decoder::decode(MAX_BODY, [answer.as_bytes()]);
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
        ("Content-Type: text/html|Content-Length: 101", "too-large"),
        ("Content-Type: text/html|Content-Length: 99999999999999999999999", "too-large"),
        ("Transfer-Encoding: identity|Content-Length: 4", "body"),
        ("Transfer-Encoding: gzip", "bad-response"),
        ("Transfer-Encoding: gzip, chunked", "bad-response"),
        ("Transfer-Encoding: chunked, gzip", "bad-response"),
    ] {
        assert_eq!(body(headers, "body"), expected, "{headers}");
    }
    // curl 13451, envoy 11916: chunks said twice are chunks.
    for headers in
        ["Transfer-Encoding: chunked, Chunked", "Transfer-Encoding: chunked|Transfer-Encoding: chunked"]
    {
        assert_eq!(body(headers, "4\r\nbody\r\n0\r\n\r\n"), "body", "{headers}");
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

#[test]
fn chunks_are_joined_up_to_the_limit_and_malformed_ones_refused() {
    let half = &format!("32|{}|", "x".repeat(50));
    for (chunks, expected) in [
        ("4|Wiki|5|pedia|0||", "Wikipedia"),
        ("0||", ""),
        ("a|0123456789|B|0123456789a|0||", "01234567890123456789a"),
        ("6||0|\n|0||", "\r\n0\r\n\n"),
        ("1;name=\"value\"|x|0;last|Trailer: 1||", "x"),
        ("1\nx\n0\n\n", "x"),
        ("0000000000000000000000000000000000000001|x|0||", "x"),
        ("1|xy|0||", "bad-response"),
        (&format!("{half}{half}0||"), &"x".repeat(MAX_BODY)),
        (&format!("{half}{half}1|x|0||"), "too-large"),
        (&format!("fffffffffffffffffffff|{half}{half}x"), "too-large"),
        (&format!("1;{}", "x".repeat(5000)), "too-large"),
    ] {
        assert_eq!(body("Transfer-Encoding: chunked", &chunks.replace('|', "\r\n")), expected, "{chunks:?}");
    }
    for size in ["", "x", "-1", "+1", "0x1", "1 1", ";a"] {
        let chunks = format!("{size}\r\na\r\n0\r\n\r\n");
        assert_eq!(body("Transfer-Encoding: chunked", &chunks), "bad-response", "{size:?}");
    }
    // Chunks win over a length, and an empty member of the list of codings is ignored.
    assert_eq!(body("Content-Length: 3|Transfer-Encoding: Chunked,", "1\r\nx\r\n0\r\n\r\n"), "x");
}

#[test]
fn the_head_is_the_answer_where_no_link_is_looked_for() {
    for head in [
        "301 Moved|Location: /a",
        "302 Found|Location: /a|Content-Type: text/html",
        "308 Moved|Location: ",
        "304 Not Modified",
        "403 Forbidden|Content-Type: text/html",
        "500 Internal Server Error",
        "204 No Content|Content-Type: text/html",
        "200 OK|Content-Type: application/pdf",
        "200 OK|Content-Type: TEXT/PLAIN; charset=utf-8",
        "206 Partial Content|Content-Type: video/mp4",
        "200 OK|Content-Type: foo",
    ] {
        for (framing, body) in [
            // tiny_httpd 62: a redirect that stays open.
            ("X: y", ""),
            // linkchecker 80: a download over the limit.
            ("X: y", "more than the limit ".repeat(10).as_str()),
            ("Content-Length: 10000000000", ""),
            // scarf-sh/gateway 20: a redirect that is cut.
            ("Content-Length: 9", "cut"),
            ("Content-Length: 1, 2", ""),
            ("Content-Length: -1", ""),
            ("Transfer-Encoding: chunked", "5|moved"),
            ("Transfer-Encoding: chunked", "moved"),
            ("Transfer-Encoding: gzip", "x"),
            // aiohttp 4462: a download in a coding of its own.
            ("Content-Encoding: br", "x"),
        ] {
            let answer = format!("HTTP/1.1 {head}|{framing}||{body}").replace('|', "\r\n");
            let response = Decoder::new(MAX_BODY).decode(answer.as_bytes()).expect(&answer).expect(&answer);
            assert_eq!((&*response.status.to_string(), response.body.len()), (&head[..3], 0), "{answer}");
        }
    }
}

/// The first 1,445 bytes tell the type (WHATWG MIME Sniffing, section 5.2).
#[test]
fn a_body_without_a_type_is_read_as_long_as_it_may_be_a_page() {
    let decode = |start: &str, length: usize| {
        let answer = format!("HTTP/1.0 200 OK\r\n\r\n{start}{}", " ".repeat(length - start.len()));
        let whole = decoder::decode(5000, [answer.as_bytes()]);
        let in_pieces = decoder::decode(5000, answer.as_bytes().chunks(7));
        let size = |decoded: Result<Response, Cause>| {
            decoded.map_or_else(|cause| cause.kind().to_owned(), |response| response.body.len().to_string())
        };
        let (whole, in_pieces) = (size(whole), size(in_pieces));
        assert_eq!(whole, in_pieces, "{start}");
        whole
    };
    assert_eq!(decode("a download", 1444), "1444");
    assert_eq!(decode("a download", 1445), "0");
    assert_eq!(decode("a download", 6000), "0");
    assert_eq!(decode(" <!DOCTYPE html>", 5000), "5000");
    assert_eq!(decode(" <!DOCTYPE html>", 6000), "too-large");
}

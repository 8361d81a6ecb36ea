//! The head of a response: what is read, even if it is odd, and what is refused.

use common::fetch::http::{ContentType, MAX_HEAD};
use common::{Cause, Decoder, Response};
use common_fuzz::decoding;

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
fn the_status_is_read_behind_empty_lines_and_interim_answers() {
    for (answer, status) in [
        ("HTTP/1.0 404 Not Found\r\n\r\n", 404),
        ("\r\n\nHTTP/1.0 200 OK\r\n\r\n", 200),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\nHTTP/1.1 204 No\r\n\r\n", 204),
        ("HTTP/1.2 100 Continue\r\n\r\nHTTP/1.3 404 Not Found\r\n\r\n", 404),
    ] {
        assert_eq!(decode(answer).unwrap().status, status, "{answer:?}");
    }
    for reason in ["", " ", " OK\t", " Nicht gefunden \u{fc}", " 200 HTTP/1.1"] {
        assert_eq!(decode(format!("HTTP/1.1 200{reason}\r\n\r\n")).unwrap().status, 200, "{reason:?}");
    }
    assert_eq!(decode(b"HTTP/1.1 200 \xfc\r\n\r\n").unwrap().status, 200);
}

/// A NUL and a bare CR may be refused or replaced (RFC 9110, section 5.5; RFC 9112, section 2.2).
#[test]
fn another_protocol_or_version_and_a_malformed_line_are_refused() {
    for version in ["2", "2.0", "0.9", "1", "1.", "1.10", "1.x", "1.-", "11.1"] {
        assert_eq!(kind(format!("HTTP/{version} 200 OK\r\n\r\n")), "bad-response", "{version}");
    }
    for head in [
        "HTTP/1.1 2xx OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: \0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n",
    ] {
        assert_eq!(kind(head), "bad-response", "{head:?}");
    }
    assert_eq!(Decoder::new(100).decode(b"SSH").unwrap_err().kind(), "bad-response", "at its first bytes");
}

#[test]
fn a_location_is_read_in_any_form() {
    for (lines, location) in [
        ("lOCATION: /a", "/a"),
        ("Location: /ü", "/%C3%BC"),
        ("Location: /a\r\nLocation: /b", "/a"),
        ("Location:/a \t", "/a"),
        ("Location \t: \t /a", "/a"),
        ("Location: /a b", "/a b"),
    ] {
        assert_eq!(
            with(&format!("{lines}\r\n")).location.as_deref().unwrap_or("none"),
            location,
            "{lines:?}"
        );
    }
    let response = decode("HTTP/1.0 200 OK\nLocation: /a\n\nbody").unwrap();
    assert_eq!((response.location.as_deref(), response.body.as_slice()), (Some("/a"), &b"body"[..]));
}

/// A header after an odd line is found, and the odd line itself does not count (RFC 9110, section 5.5; RFC 9112,
/// sections 2.2, 5.1 and 5.2).
#[test]
fn a_header_after_odd_or_many_lines_is_read() {
    for odd in [
        " starts: with white space",
        "X : white space before the colon",
        ": no name",
        "no colon",
        "X\u{fc}: a name that is no token",
        "X: \u{fc}",
        "X: folded\r\n \t and again\r\n on",
        &("A:\r\n".repeat(16_000) + "A:"),
    ] {
        let found = with(&format!("{odd}\r\nLocation: /a\r\n")).location;
        assert_eq!(found.as_deref(), Some("/a"), "{odd:.80}");
    }
}

#[test]
fn of_types_on_several_lines_the_last_one_that_is_a_type_counts() {
    for (lines, expected) in [
        ("Content-Type: text/plain\r\nContent-Type: text/html\r\n", "text/html"),
        (
            "Content-Type: text/html; charset=koi8-r\r\nContent-Type: text/html\r\n",
            "text/html; charset=koi8-r",
        ),
        ("Content-Type: text/html\r\nContent-Type:\r\n", "text/html"),
        ("Content-Type: text/html;\r\n charset=koi8-r\r\n", "text/html; charset=koi8-r"),
    ] {
        assert_eq!(with(lines).content_type, ContentType::parse(expected), "{lines}");
    }
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
    for answer in [
        head_of(MAX_HEAD + 1),
        [&b"HTTP/1.1 200 OK\r\nA: "[..], &[b'a'; MAX_HEAD]].concat(),
        "HTTP/1.1 100 Continue\r\n\r\n".repeat(MAX_HEAD / 25 + 1).into(),
        // Bytes past the limit are not checked.
        [&[b'\n'; MAX_HEAD + 1][..], b"no HTTP"].concat(),
    ] {
        assert_eq!(kind(&answer), "too-large");
        assert_eq!(decoding::decode(100, answer.chunks(1)).unwrap_err().kind(), "too-large");
    }
}

#[test]
fn a_coded_body_is_refused_with_the_head() {
    let gzip = ["gzip", "Identity, GZIP", "utf-8, gzip"].into_iter().filter(|_| !cfg!(feature = "gzip"));
    for coding in gzip.chain(["br\r\nContent-Encoding: identity", "x", "deflate", "zstd", "gzip, br"]) {
        let head = format!("HTTP/1.1 200 OK\r\ncontent-encoding: {coding}\r\nContent-Length: 9\r\n\r\n");
        let error = Decoder::new(100).decode(head.as_bytes()).expect_err("an error");
        assert_eq!(error.kind(), "content-encoding", "{coding}");
        assert!(!error.is_of_the_network(), "another try would get the same coding");
    }
}

#[test]
fn identity_and_what_servers_send_by_mistake_are_no_coding() {
    for value in
        ["identity", "", " , identity,", "None, utf-8", "UTF-8", "Windows-1252", "8bit", "null", "text/html"]
    {
        assert_eq!(with(&format!("Content-Encoding: {value}\r\n")).status, 200, "{value}");
    }
}

#[test]
fn the_coding_of_a_body_that_is_not_read_does_not_matter() {
    for status in [204, 302, 304, 404, 500] {
        let head = format!("HTTP/1.1 {status} x\r\nContent-Encoding: gzip\r\nLocation: /a\r\n\r\n");
        assert_eq!(decode(head).unwrap().status, status);
    }
}

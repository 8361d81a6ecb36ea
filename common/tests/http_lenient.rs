//! Heads that are odd: what is read as other recipients read it, and what is refused.

use common::{Cause, Response};

mod decoding;

fn decode(answer: impl AsRef<[u8]>) -> Result<Response, Cause> {
    decoding::decode(100, [answer.as_ref()])
}

/// Returns the `Location` of a head with this header line.
fn location(line: &str) -> Option<String> {
    decode(format!("HTTP/1.1 302 Found\r\n{line}\r\n\r\n")).expect("a response").location
}

#[track_caller]
fn is_refused(head: &str) {
    assert_eq!(decode(head).expect_err("an error").kind(), "bad-response", "{head:?}");
}

/// A higher minor version is read as 1.1 (RFC 9110, section 2.5), so the server keeps the connection open.
#[test]
fn a_higher_minor_version_is_read() {
    for (version, is_persistent) in [("1.0", false), ("1.1", true), ("1.2", true), ("1.9", true)] {
        let response = decode(format!("HTTP/{version} 200 OK\r\nContent-Length: 0\r\n\r\n")).unwrap();
        assert_eq!((response.status, response.is_persistent), (200, is_persistent), "{version}");
    }
    let interim = "HTTP/1.2 100 Continue\r\n\r\nHTTP/1.3 404 Not Found\r\n\r\n";
    assert_eq!(decode(interim).unwrap().status, 404);
}

#[test]
fn another_major_version_and_a_malformed_one_are_refused() {
    for version in ["2", "2.0", "0.9", "1", "1.", "1.10", "1.x", "1.-", "11.1"] {
        is_refused(&format!("HTTP/{version} 200 OK\r\n\r\n"));
    }
}

#[test]
fn the_reason_may_be_any_text() {
    for reason in ["", " ", " OK\t", " Nicht gefunden \u{fc}", " 200 HTTP/1.1"] {
        assert_eq!(decode(format!("HTTP/1.1 200{reason}\r\n\r\n")).unwrap().status, 200, "{reason:?}");
    }
    assert_eq!(decode(b"HTTP/1.1 200 \xfc\r\n\r\n").unwrap().status, 200);
}

/// A header after an odd line is found, and the odd line itself does not count (RFC 9110, section 5.5; RFC 9112,
/// sections 2.2, 5.1 and 5.2).
#[test]
fn a_header_after_an_odd_line_is_read() {
    for odd in [
        " starts: with white space",
        "X : white space before the colon",
        ": no name",
        "no colon",
        "X\u{fc}: a name that is no token",
        "X: \u{fc}",
        "X:",
        "X: folded\r\n \t and again\r\n on",
    ] {
        assert_eq!(location(&format!("{odd}\r\nLocation: /a")).as_deref(), Some("/a"), "{odd:?}");
    }
}

/// They may be refused or replaced (RFC 9110, section 5.5; RFC 9112, section 2.2).
#[test]
fn a_nul_and_a_bare_cr_in_a_value_are_refused() {
    for value in ["\0", "a\rb"] {
        is_refused(&format!("HTTP/1.1 200 OK\r\nX: {value}\r\n\r\n"));
    }
}

#[test]
fn white_space_around_a_value_does_not_count() {
    assert_eq!(location("Location:/a \t").as_deref(), Some("/a"));
    assert_eq!(location("Location \t: \t /a").as_deref(), Some("/a"));
    assert_eq!(location("Location: /a b").as_deref(), Some("/a b"));
}

#[test]
fn lines_may_end_in_lf_alone() {
    let response = decode("HTTP/1.0 200 OK\nLocation: /a\n\nbody").unwrap();
    assert_eq!((response.location.as_deref(), response.body.as_slice()), (Some("/a"), &b"body"[..]));
}

#[test]
fn empty_lines_before_the_status_are_skipped() {
    assert_eq!(decode("\r\n\nHTTP/1.0 200 OK\r\n\r\n").unwrap().status, 200);
}

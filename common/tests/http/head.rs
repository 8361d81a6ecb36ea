//! The head of a response: what is read, even if it is odd, and what is refused.

use common::Decoder;
use common::fetch::http::MAX_HEAD;
use common_fuzz::decoder::decode;

/// Returns the status, the location and the type of an answer with this head, or the kind of its error.
fn read(head: impl AsRef<[u8]>) -> String {
    match decode(100, [head.as_ref()]) {
        Ok(response) => {
            let charset = |charset: Option<_>| charset.map_or(String::new(), |charset| format!(";{charset}"));
            let content_type =
                response.content_type.map(|of| format!(" {}{}", of.media_type, charset(of.charset)));
            let location = response.location.map(|location| format!(" {location}"));
            format!("{}{}{}", response.status, location.unwrap_or_default(), content_type.unwrap_or_default())
        }
        Err(cause) => cause.kind().to_owned(),
    }
}

/// Asserts what is read of each head. A `|` is a line break.
#[track_caller]
fn assert_reads(heads: &[(&str, &str)]) {
    for (head, expected) in heads {
        assert_eq!(read(head.replace('|', "\r\n")), *expected, "{head:.80}");
    }
}

#[test]
fn the_status_is_read_behind_empty_lines_and_interim_answers() {
    assert_reads(&[
        ("|\nHTTP/1.0 200 OK||", "200"),
        ("HTTP/1.1 100 Continue||HTTP/1.1 103 Hints|A: b||HTTP/1.1 204 No||", "204"),
        ("HTTP/1.2 100 Continue||HTTP/1.3 404 Not Found||", "404"),
        // No line of HTTP/2 is like this, so only the version is wrong: Chromium, curl and node read it.
        ("HTTP/2.0 200 OK|Location: /a||", "200 /a"),
        ("HTTP/2 100 Continue||HTTP/2 200||", "200"),
        ("HTTP/3 200 OK||", "200"),
        ("HTTP/1 200 OK||", "200"),
        ("HTTP/1.1 200||", "200"),
        ("HTTP/1.1 200 ||", "200"),
        ("HTTP/1.1 200 Nicht gefunden \u{fc}||", "200"),
    ]);
    assert_eq!(read(b"HTTP/1.1 200 \xfc\r\n\r\n"), "200");
}

/// A NUL and a bare CR may be refused or replaced (RFC 9110, section 5.5; RFC 9112, section 2.2).
#[test]
fn another_protocol_or_version_and_a_malformed_line_are_refused() {
    for version in ["", "0.9", "x", "1.", "2.", "1.10", "2.x", "1.-", "11.1", "2/0"] {
        assert_eq!(read(format!("HTTP/{version} 200 OK\r\n\r\n")), "bad-response", "{version}");
    }
    assert_reads(&[
        ("HTTP/1.1 2xx OK||", "bad-response"),
        ("HTTP/1.1 099 OK||", "bad-response"),
        ("HTTP/1.1 101 Switching Protocols|Upgrade: websocket||", "bad-response"),
        ("HTTP/1.1 200 OK|X: \0||", "bad-response"),
        ("HTTP/1.1 200 OK|X: a\rb||", "bad-response"),
    ]);
}

/// A header after an odd line is found, and the odd line itself does not count (RFC 9110, section 5.5; RFC 9112,
/// sections 2.2, 5.1 and 5.2).
#[test]
fn a_header_is_read_in_any_form_and_after_odd_or_many_lines() {
    for lines in [
        "lOCATION: /a",
        "Location: /a|Location: /b",
        "Location:/a \t",
        "Location \t: \t /a",
        " starts: with white space|Location: /a",
        "X : white space before the colon|Location: /a",
        ": no name|Location: /a",
        "no colon|Location: /a",
        "X\u{fc}: a name that is no token|Location: /a",
        "X: folded| \t and again| on|Location: /a",
        &("A:|".repeat(16_000) + "Location: /a"),
    ] {
        assert_reads(&[(&format!("HTTP/1.1 200 OK|{lines}||"), "200 /a")]);
    }
    assert_reads(&[
        ("HTTP/1.1 200 OK|Location: /ü||", "200 /%C3%BC"),
        ("HTTP/1.1 200 OK|Location: /a b||", "200 /a b"),
        ("HTTP/1.0 200 OK\nLocation: /a\n\nbody", "200 /a"),
        // Of types on several lines, the last one that is a type counts.
        (
            "HTTP/1.1 200 OK|Content-Type: text/html;charset=big5|Content-Type: text/html||",
            "200 text/html;big5",
        ),
        ("HTTP/1.1 200 OK|Content-Type: text/plain|Content-Type: text/html|Content-Type:||", "200 text/html"),
        ("HTTP/1.1 200 OK|Content-Type: text/html;| charset=big5||", "200 text/html;big5"),
    ]);
}

#[test]
fn a_head_may_have_64_kib() {
    let head = |size: usize| format!("HTTP/1.1 200 OK\r\nA: {:a<1$}\r\n\r\n", "", size - 24).into_bytes();
    assert_eq!((head(MAX_HEAD).len(), &*read(head(MAX_HEAD))), (MAX_HEAD, "200"));
    for answer in [
        head(MAX_HEAD + 1),
        "HTTP/1.1 100 Continue\r\n\r\n".repeat(MAX_HEAD / 25 + 1).into(),
        // Bytes past the limit are not checked.
        [&[b'\n'; MAX_HEAD + 1][..], b"no HTTP"].concat(),
    ] {
        assert_eq!(read(&answer), "too-large");
        assert_eq!(decode(100, answer.chunks(1)).unwrap_err().kind(), "too-large");
    }
}

#[test]
fn a_coded_body_is_refused_with_the_head() {
    let gzip = ["gzip", "Identity, GZIP", "utf-8, gzip"].into_iter().filter(|_| !cfg!(feature = "gzip"));
    for coding in gzip.chain(["br\r\nContent-Encoding: identity", "x", "gzip, br"]) {
        let head = format!("HTTP/1.1 200 OK\r\ncontent-encoding: {coding}\r\nContent-Length: 9\r\n\r\n");
        let error = Decoder::new(100).decode(head.as_bytes()).expect_err("an error");
        assert_eq!(error.kind(), "content-encoding", "{coding}");
        assert!(!error.is_of_the_network(), "another try would get the same coding");
    }
}

#[test]
fn a_body_that_is_not_read_or_whose_coding_is_a_mistake_is_not_coded() {
    for value in
        ["identity", "", " , identity,", "None, utf-8", "UTF-8", "Windows-1252", "8bit", "null", "text/html"]
            .into_iter()
            // versitygw 2398: stores of objects name what has been undone on the way. The last two are no tokens.
            .chain(["aws-chunked", "AWS-Chunked, identity", "chunked", "text/html; charset=utf-8", "\u{fc}"])
    {
        assert_eq!(read(format!("HTTP/1.1 200 OK\r\nContent-Encoding: {value}\r\n\r\n")), "200", "{value}");
    }
}

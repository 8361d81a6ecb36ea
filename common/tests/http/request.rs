//! The bytes of a request.

use common::fetch::http::Request;
use proptest::prelude::*;
use url::Url;

fn text(url: &str, minor: u8, is_persistent: bool) -> String {
    let url = Url::parse(url).expect("a URL");
    String::from_utf8(Request { minor, ..Request::default() }.bytes(&url, is_persistent)).expect("ASCII")
}

fn lines(url: &str) -> Vec<String> {
    text(url, 0, false).split("\r\n").map(str::to_owned).collect()
}

#[test]
fn the_first_lines_have_the_path_the_query_and_the_host() {
    for (url, line, host) in [
        ("http://h/a/b?c=d&e#part", "GET /a/b?c=d&e HTTP/1.0", "Host: h"),
        ("http://h?q", "GET /?q HTTP/1.0", "Host: h"),
        ("http://me:secret@h.example:8080/", "GET / HTTP/1.0", "Host: h.example:8080"),
        ("http://h.example:80/", "GET / HTTP/1.0", "Host: h.example"),
        ("http://[::1]:81/", "GET / HTTP/1.0", "Host: [::1]:81"),
    ] {
        let lines = lines(url);
        assert_eq!(lines[..2], [line, host], "{url}");
        assert!(lines.iter().all(|line| !line.contains("secret")), "a password is not sent");
    }
}

#[test]
fn requests_differ_in_the_version_and_the_connection_header_only() {
    let once = text("http://h/", 0, false);
    assert!(once.contains("\r\nConnection: close\r\n"), "{once}");
    assert_eq!(text("http://h/", 0, true), once.replace("Connection: close", "Connection: keep-alive"));
    assert_eq!(text("http://h/", 1, false), once.replace("HTTP/1.0", "HTTP/1.1"));
}

proptest! {
    #[test]
    fn no_link_changes_the_form_of_a_request(
        link in prop_oneof![
            any::<String>(),
            "[a-z:/?#@\\[\\]\r\n\t \\\\%0]{0,20}",
            "http://\\PC{0,9}[:/?]\\PC{0,9}",
        ],
    ) {
        let base = Url::parse("http://host.example/dir/page?query").unwrap();
        if let Some(url) = base.join(&link).ok().filter(|url| url.scheme() == "http") {
            let lines = lines(url.as_str());
            prop_assert_eq!(lines.len(), 7);
            prop_assert_eq!(lines[0].matches(' ').count(), 2);
            prop_assert_eq!(lines[1].matches(' ').count(), 1);
            let clean = |line: &String| line.bytes().all(|byte| matches!(byte, b' '..=b'~'));
            prop_assert!(lines.iter().all(clean));
        }
    }
}

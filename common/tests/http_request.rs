//! The bytes of a request.

use common::fetch::http::{persistent_request, request};
use proptest::prelude::*;
use url::Url;

fn lines(url: &str) -> Vec<String> {
    let bytes = request(&Url::parse(url).expect("a URL"));
    let text = String::from_utf8(bytes).expect("ASCII");
    text.split("\r\n").map(str::to_owned).collect()
}

#[test]
fn the_request_line_has_the_path_and_the_query() {
    assert_eq!(lines("http://h/a/b?c=d&e")[0], "GET /a/b?c=d&e HTTP/1.0");
}

#[test]
fn a_url_without_a_path_asks_for_the_root() {
    assert_eq!(lines("http://h?q")[0], "GET /?q HTTP/1.0");
}

#[test]
fn the_fragment_is_not_sent() {
    assert_eq!(lines("http://h/a#part")[0], "GET /a HTTP/1.0");
}

#[test]
fn the_host_header_names_host_and_port() {
    assert!(lines("http://h.example:8080/").contains(&"Host: h.example:8080".to_owned()));
}

#[test]
fn the_host_header_leaves_out_the_default_port() {
    assert!(lines("http://h.example:80/").contains(&"Host: h.example".to_owned()));
}

#[test]
fn an_ipv6_host_keeps_its_brackets() {
    assert!(lines("http://[::1]:81/").contains(&"Host: [::1]:81".to_owned()));
}

#[test]
fn a_password_in_the_url_is_not_sent() {
    assert!(lines("http://me:secret@h/").iter().all(|line| !line.contains("secret")));
}

#[test]
fn the_server_is_asked_to_close_the_connection() {
    assert!(lines("http://h/").contains(&"Connection: close".to_owned()));
}

#[test]
fn an_empty_line_ends_the_request() {
    let bytes = request(&Url::parse("http://h/").unwrap());
    assert!(bytes.ends_with(b"\r\n\r\n"));
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

#[test]
fn a_persistent_request_differs_in_the_connection_header_only() {
    let url = Url::parse("http://h/").expect("a URL");
    let [once, again] =
        [request, persistent_request].map(|request| String::from_utf8(request(&url)).expect("ASCII"));
    assert_eq!(again, once.replace("Connection: close", "Connection: keep-alive"));
    assert_ne!(again, once);
}

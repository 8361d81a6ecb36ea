//! Roots as people type them.

use common::crawl::options::parse_root;

fn root(text: &str) -> String {
    parse_root(text).expect("a root").into()
}

#[test]
fn a_root_without_a_scheme_is_http() {
    assert_eq!(root("a.example/x"), "http://a.example/x");
}

#[test]
fn a_root_with_a_port_and_no_scheme_is_http() {
    assert_eq!(root("localhost:8000"), "http://localhost:8000/");
}

#[test]
fn a_root_keeps_its_scheme() {
    assert_eq!(root("HTTPS://a.example/"), "https://a.example/");
}

#[test]
fn a_root_without_a_scheme_may_have_a_url_in_its_query() {
    assert_eq!(root("a.example/?to=http://b.example/"), "http://a.example/?to=http://b.example/");
}

#[test]
fn a_roots_fragment_and_the_space_around_it_are_dropped() {
    assert_eq!(root(" http://a.example/#b\n"), "http://a.example/");
}

#[test]
fn an_invalid_url_is_an_error() {
    for text in ["", "http://", "http://a b/", "[::1", "a.example:99999"] {
        assert!(parse_root(text).unwrap_err().starts_with("not a URL"), "{text:?}");
    }
}

#[test]
fn a_root_must_name_a_host() {
    for (text, scheme) in [
        ("file:///etc/passwd", "file"),
        ("mailto:a@b", "mailto"),
        ("MailTo:a@b.example", "mailto"),
        ("javascript:1", "javascript"),
        ("data:text/html,x", "data"),
        ("data:80", "data"),
        ("file:/x", "file"),
        ("about:blank", "about"),
        ("tel:123", "tel"),
        ("sms:123", "sms"),
        ("sip:a@b", "sip"),
        ("xmpp:a@b", "xmpp"),
        ("view-source:http://a.example/", "view-source"),
    ] {
        let error = parse_root(text).expect_err(text);
        assert_eq!(
            error,
            format!("the scheme `{scheme}` names no host; a host of that name needs `http://` before it"),
            "{text}"
        );
    }
}

#[test]
fn slashes_after_http_are_read_as_browsers_do() {
    for text in [
        "http:/a.example/x",
        "http:a.example/x",
        "HTTP:\\\\a.example\\x",
        "http:///a.example/x",
        "hTTp:\\a.example/x",
    ] {
        assert_eq!(root(text), "http://a.example/x", "{text}");
    }
    assert_eq!(root("https:a.example"), "https://a.example/");
}

#[test]
fn a_port_or_a_password_is_no_url_of_another_scheme() {
    for (text, url) in [
        ("localhost:8000", "http://localhost:8000/"),
        ("host:80/x", "http://host/x"),
        ("host:81?mailto:a@b", "http://host:81/?mailto:a@b"),
        ("user:pw@host", "http://user:pw@host/"),
        ("mailto.example:81", "http://mailto.example:81/"),
        ("http.example:81", "http://http.example:81/"),
        ("http/x:1", "http://http/x:1"),
        ("[::1]:81", "http://[::1]:81/"),
    ] {
        assert_eq!(root(text), url, "{text}");
    }
}

#[test]
fn a_name_in_any_script_becomes_ascii() {
    let names = ["MÜLLER.example", "例え.テスト", "דוגמה.example", "straße.example"];
    let ascii =
        ["xn--mller-kva.example", "xn--r8jz45g.xn--zckzah", "xn--6dbbec0c.example", "xn--strae-oqa.example"];
    assert_eq!(names.map(root), ascii.map(|name| format!("http://{name}/")));
}

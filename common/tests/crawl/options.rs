//! Roots as people type them.

use common::crawl::root::parse_root;

#[test]
fn a_root_may_lack_its_scheme() {
    for (text, url) in [
        ("a.example/x", "http://a.example/x"),
        ("HTTPS://a.example/", "https://a.example/"),
        ("a.example/?to=http://b.example/", "http://a.example/?to=http://b.example/"),
        (" http://a.example/#b\n", "http://a.example/"),
        // Slashes after a scheme are read as browsers do.
        ("http:/a.example/x", "http://a.example/x"),
        ("HTTP:\\\\a.example\\x", "http://a.example/x"),
        ("https:a.example", "https://a.example/"),
        // A port or a password is no URL of another scheme.
        ("localhost:8000", "http://localhost:8000/"),
        ("user:pw@host", "http://host/"),
        ("mailto.example:81", "http://mailto.example:81/"),
        ("http.example:81", "http://http.example:81/"),
        ("[::1]:81", "http://[::1]:81/"),
        ("a.example/b^c?d^e", "http://a.example/b%5Ec?d^e"),
        // A name in any script becomes ASCII.
        ("MÜLLER.example", "http://xn--mller-kva.example/"),
    ] {
        let root = parse_root(text).expect("a root");
        assert_eq!(root.url.as_str(), url, "{text}");
        assert_eq!(root.has_scheme, text.to_lowercase().trim().starts_with("http") && !text.contains(":81"));
    }
}

#[test]
fn a_root_must_be_a_url_with_a_host() {
    for text in ["", "http://", "http://a b/", "[::1", "a.example:99999"] {
        assert!(parse_root(text).unwrap_err().starts_with("not a URL"), "{text:?}");
    }
    for (text, scheme) in [
        ("file:///etc/passwd", "file"),
        ("MailTo:a@b.example", "mailto"),
        ("javascript:1", "javascript"),
        ("data:80", "data"),
        ("view-source:http://a.example/", "view-source"),
    ] {
        let expected = format!(
            "`{scheme}` URLs have no host; if `{scheme}` is the name of a host, write `http://` before it"
        );
        assert_eq!(parse_root(text).expect_err(text), expected);
    }
}

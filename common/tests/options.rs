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
    assert_eq!(parse_root("file:///etc/passwd").unwrap_err(), "the URL names no host");
}

#[test]
fn a_name_in_any_script_becomes_ascii() {
    let names = ["MÜLLER.example", "例え.テスト", "דוגמה.example", "straße.example"];
    let ascii =
        ["xn--mller-kva.example", "xn--r8jz45g.xn--zckzah", "xn--6dbbec0c.example", "xn--strae-oqa.example"];
    assert_eq!(names.map(root), ascii.map(|name| format!("http://{name}/")));
}

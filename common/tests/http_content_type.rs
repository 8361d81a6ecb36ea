//! Media types and their charsets.

use common::fetch::http::ContentType;

fn charset(value: &str) -> String {
    ContentType::parse(value).expect("a type").charset.map_or("none".into(), Into::into)
}

#[test]
fn a_type_stays_as_the_server_sent_it() {
    for (value, media_type) in [
        (" Text/HTML ;x=y", "Text/HTML"),
        ("text/html", "text/html"),
        ("foo", "foo"),
        ("te xt/html", "te xt/html"),
        ("\x1b[1m/html", "\\u{1b}[1m/html"),
    ] {
        assert_eq!(ContentType::parse(value).unwrap().media_type, media_type);
    }
}

#[test]
fn a_type_longer_than_the_limit_is_cut() {
    let media_type = ContentType::parse(&"x".repeat(1000)).unwrap().media_type;
    assert_eq!(media_type, format!("{}…", "x".repeat(255)));
}

#[test]
fn the_case_of_a_type_does_not_matter() {
    let content_type = ContentType::parse("Text/HTML").unwrap();
    assert!(content_type.is("text/html") && !content_type.is("text/htm"));
}

#[test]
fn a_type_may_have_no_charset() {
    assert_eq!([charset("text/html"), charset("foo")], ["none", "none"]);
}

#[test]
fn the_charset_is_read_in_lower_case() {
    assert_eq!(charset("text/html; Charset=ISO-8859-1"), "iso-8859-1");
}

#[test]
fn the_charset_may_stand_in_quotes() {
    assert_eq!(charset("text/html;charset=\"koi8-r\""), "koi8-r");
    assert_eq!(charset("text/html;charset='koi8-r'"), "koi8-r");
}

#[test]
fn the_charset_may_have_a_colon() {
    assert_eq!(charset("text/html; charset=iso_8859-1:1987"), "iso_8859-1:1987");
    assert_eq!(charset("text/html; charset=a:(b)"), "none");
}

#[test]
fn the_charset_may_follow_other_parameters() {
    assert_eq!(charset("text/html; version=4; charset = koi8-r"), "koi8-r");
}

#[test]
fn of_two_charsets_the_first_counts() {
    assert_eq!(charset("text/html; charset=koi8-r; charset=utf-16"), "koi8-r");
}

/// As browsers do (WHATWG Fetch, "extract a MIME type").
#[test]
fn of_several_types_the_last_one_that_is_a_type_counts() {
    for (value, media_type, charset) in [
        ("text/html, text/html", "text/html", "none"),
        ("text/html,Text/HTML", "Text/HTML", "none"),
        ("text/plain, text/html", "text/html", "none"),
        ("text/html, */*", "text/html", "none"),
        ("text/html, foo", "text/html", "none"),
        ("foo, text/html", "text/html", "none"),
        ("foo, bar", "foo", "none"),
        (", ,text/html,", "text/html", "none"),
        // The charset stays as long as the type does.
        ("text/html;charset=koi8-r, text/html", "text/html", "koi8-r"),
        ("text/html;charset=koi8-r, text/html;charset=utf-16", "text/html", "utf-16"),
        ("text/html;charset=koi8-r, text/plain", "text/plain", "none"),
        ("text/html;charset=koi8-r, text/plain, text/html", "text/html", "none"),
        // A separator in quotes does not separate.
        ("text/html; x=\"a, text/plain;charset=big5\";charset=koi8-r", "text/html", "koi8-r"),
        ("text/html; x=\"\\\", text/plain\"", "text/html", "none"),
        ("text/html; x=\"text/plain, y", "text/html", "none"),
    ] {
        let content_type = ContentType::parse(value).expect("a type");
        let found = content_type.charset.as_deref().unwrap_or("none");
        assert_eq!((&*content_type.media_type, found), (media_type, charset), "{value}");
    }
}

#[test]
fn a_charset_that_is_not_a_token_is_ignored() {
    assert_eq!(charset("text/html; charset=; charset=koi8-r"), "koi8-r");
    assert_eq!(charset("text/html; charset=\x1b[31m"), "none");
    assert_eq!(charset("text/html; charset="), "none");
}

#[test]
fn an_empty_type_is_ignored() {
    for value in ["", " ", ";charset=utf-8"] {
        assert_eq!(ContentType::parse(value), None, "{value:?}");
    }
}

//! Media types and their charsets.

use common::fetch::http::ContentType;

#[test]
fn a_type_is_read_with_its_charset() {
    for (value, media_type, charset) in [
        // A type stays as the server sent it.
        (" Text/HTML ;x=y", "Text/HTML", "none"),
        ("foo", "foo", "none"),
        ("\x1b[1m/html", "\\u{1b}[1m/html", "none"),
        // The charset is in lower case, and may stand in quotes.
        ("text/html; Charset=ISO-8859-1", "text/html", "iso-8859-1"),
        ("text/html;charset=\"koi8-r\"", "text/html", "koi8-r"),
        ("text/html;charset='koi8-r'", "text/html", "koi8-r"),
        ("text/html; version=4; charset = koi8-r", "text/html", "koi8-r"),
        ("text/html; charset=koi8-r; charset=utf-16", "text/html", "koi8-r"),
        // One that is no token is ignored.
        ("text/html; charset=a:(b)", "text/html", "none"),
        ("text/html; charset=; charset=koi8-r", "text/html", "koi8-r"),
        ("text/html; charset=\x1b[31m", "text/html", "none"),
        // Of several types, the last one that is a type counts (WHATWG Fetch, "extract a MIME type").
        ("text/plain, text/html", "text/html", "none"),
        ("text/html, */*", "text/html", "none"),
        ("text/html, foo", "text/html", "none"),
        ("foo, text/html", "text/html", "none"),
        (", ,text/html,", "text/html", "none"),
        // The charset stays as long as the type does.
        ("text/html;charset=koi8-r, text/html", "text/html", "koi8-r"),
        ("text/html;charset=koi8-r, text/html;charset=utf-16", "text/html", "utf-16"),
        // A separator in quotes does not separate.
        ("text/html; x=\"a, text/plain;charset=big5\";charset=koi8-r", "text/html", "koi8-r"),
        ("text/html; x=\"\\\", text/plain\"", "text/html", "none"),
        ("text/html; x=\"text/plain, y", "text/html", "none"),
        // An empty type is ignored.
        ("", "none", "none"),
        (" ", "none", "none"),
        (";charset=utf-8", "none", "none"),
    ] {
        let found = ContentType::parse(value);
        let found =
            found.as_ref().map(|found| (&*found.media_type, found.charset.as_deref().unwrap_or("none")));
        assert_eq!(found.unwrap_or(("none", "none")), (media_type, charset), "{value}");
    }
}

#[test]
fn a_type_longer_than_the_limit_is_cut() {
    let media_type = ContentType::parse(&"x".repeat(1000)).unwrap().media_type;
    assert_eq!(media_type, format!("{}…", "x".repeat(255)));
}

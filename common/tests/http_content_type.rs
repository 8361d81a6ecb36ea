//! Media types and their charsets.

use common::fetch::http::ContentType;

fn charset(value: &str) -> String {
    ContentType::parse(value).expect("a type").charset.into_owned()
}

#[test]
fn a_type_is_read_in_lower_case() {
    assert_eq!(ContentType::parse(" Text/HTML ;x=y").unwrap().essence, "text/html");
}

#[test]
fn without_a_charset_it_is_utf_8() {
    assert_eq!(charset("text/html"), "utf-8");
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
fn the_charset_may_follow_other_parameters() {
    assert_eq!(charset("text/html; version=4; charset = koi8-r"), "koi8-r");
}

#[test]
fn of_two_charsets_the_first_counts() {
    assert_eq!(charset("text/html; charset=koi8-r; charset=utf-16"), "koi8-r");
}

#[test]
fn a_charset_that_is_no_token_is_none() {
    assert_eq!(charset("text/html; charset=\x1b[31m"), "utf-8");
    assert_eq!(charset("text/html; charset="), "utf-8");
}

#[test]
fn what_names_no_type_is_none() {
    for value in
        ["", "text", "/", "text/", "/html", "te xt/html", "text/html/x", "\x1b[1m/html", ";charset=utf-8"]
    {
        assert_eq!(ContentType::parse(value), None, "{value:?}");
    }
}

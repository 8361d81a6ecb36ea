//! Media types and their charsets.

use common::fetch::http::ContentType;

#[test]
fn a_type_is_read_with_its_charset() {
    for line in include_str!("content_type.txt").lines().filter(|line| !line.starts_with('#')) {
        let (value, expected) = line[1..].split_once("` ").expect("a value and its type");
        let found = ContentType::parse(&value.replace('␛', "\x1b"));
        let charset = |of: &ContentType| of.charset.clone().unwrap_or("none".into());
        let found = found.map(|found| format!("{} {}", found.media_type, charset(&found)));
        assert_eq!(found.as_deref().unwrap_or("none"), expected, "{line}");
    }
}

#[test]
fn a_type_longer_than_the_limit_is_cut() {
    let media_type = ContentType::parse(&"x".repeat(1000)).unwrap().media_type;
    assert_eq!(media_type, format!("{}…", "x".repeat(255)));
}

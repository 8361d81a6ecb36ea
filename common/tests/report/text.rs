//! Text from servers, made safe for a terminal, and times as text.

use std::time::{Duration, UNIX_EPOCH};

use common::date::utc;
use common::text::{excerpt, printable, without_user};

#[test]
fn control_characters_and_invisible_ones_are_escaped() {
    for (text, expected) in [
        ("it's \"5\\6\" €, ünï, 漢字", "it's \"5\\6\" €, ünï, 漢字"),
        ("a\u{1b}[31mb\r\n\tc\u{7f}\u{9b}", "a\\u{1b}[31mb\\r\\n\\tc\\u{7f}\\u{9b}"),
        ("\u{202e}a\u{2066}b\u{200b}\u{feff}\u{2028}", "\\u{202e}a\\u{2066}b\\u{200b}\\u{feff}\\u{2028}"),
    ] {
        assert_eq!(printable(text), expected);
    }
}

#[test]
fn an_excerpt_marks_the_cut() {
    for (text, expected) in [("äöü", "äöü"), ("äöü\n", "äöü…"), ("\nabc", "\\nab…")] {
        assert_eq!(excerpt(text, 3), expected);
    }
}

#[test]
fn a_text_that_may_be_a_url_has_no_user_and_no_password() {
    for (text, expected) in [
        ("http://a.example/x?y#z", "http://a.example/x?y#z"),
        ("http://me:secret@[/x", "http://[/x"),
        ("me:secret@a.example:99999", "a.example:99999"),
        ("//me:secret@[/x", "//[/x"),
        ("http://me:se/c?r#e@t@a.example", "http://a.example"),
        ("me:secret://secret@a.example", "a.example"),
        ("redis+unix:///x?db=1&pass=secret", "redis+unix:///x?db=1&"),
        ("http:\\\\me:secret@a.example", "a.example"),
    ] {
        assert_eq!(without_user(text), expected);
    }
}

#[test]
fn a_time_is_written_in_utc() {
    assert_eq!(utc(UNIX_EPOCH + Duration::from_millis(1_795_415_400_999)), "2026-11-23T06:30:00Z");
    assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
}

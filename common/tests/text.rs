//! Text from servers, made safe for a terminal.

use common::text::{excerpt, printable};

#[test]
fn plain_text_stays_as_it_is() {
    for text in ["", "it's \"5\\6\" €, ünï", "漢字"] {
        assert_eq!(printable(text), text);
    }
}

#[test]
fn control_characters_are_escaped() {
    assert_eq!(printable("a\u{1b}[31mb\r\n\tc\u{7f}\u{9b}"), "a\\u{1b}[31mb\\r\\n\\tc\\u{7f}\\u{9b}");
}

#[test]
fn invisible_characters_are_escaped() {
    assert_eq!(
        printable("\u{202e}a\u{2066}b\u{200b}\u{feff}\u{2028}"),
        "\\u{202e}a\\u{2066}b\\u{200b}\\u{feff}\\u{2028}"
    );
}

#[test]
fn an_excerpt_marks_the_cut() {
    assert_eq!((excerpt("äöü", 3).as_str(), excerpt("äöü\n", 3).as_str()), ("äöü", "äöü…"));
    assert_eq!(excerpt("\nab", 2), "\\na…");
}

//! What strangers wrote, made fit for a terminal.

use common::text::{excerpt, printable};

#[test]
fn plain_text_stays_as_it_is() {
    for text in ["", "it's \"5\\6\" €, ünï", "漢字"] {
        assert_eq!(printable(text), text);
    }
}

#[test]
fn what_a_terminal_obeys_is_escaped() {
    assert_eq!(printable("a\u{1b}[31mb\r\n\tc\u{7f}\u{9b}"), "a\\u{1b}[31mb\\r\\n\\tc\\u{7f}\\u{9b}");
}

#[test]
fn what_a_reader_does_not_see_is_escaped() {
    assert_eq!(
        printable("\u{202e}a\u{2066}b\u{200b}\u{feff}\u{2028}"),
        "\\u{202e}a\\u{2066}b\\u{200b}\\u{feff}\\u{2028}"
    );
}

#[test]
fn an_excerpt_says_that_there_is_more() {
    assert_eq!((excerpt("äöü", 3).as_str(), excerpt("äöü\n", 3).as_str()), ("äöü", "äöü…"));
    assert_eq!(excerpt("\nab", 2), "\\na…");
}

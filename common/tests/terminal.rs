//! What strangers wrote, made fit for a terminal.

use std::panic;
use std::sync::{Arc, Mutex};

use common::terminal::{excerpt, panic_line, printable};

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

#[test]
fn a_panic_is_told_in_one_line() {
    let line = Arc::new(Mutex::new(String::new()));
    let told = Arc::clone(&line);
    panic::set_hook(Box::new(move |panic| *told.lock().unwrap() = panic_line(panic)));
    let _ = panic::catch_unwind(|| panic!("it said {}", "\u{1b}[2J\nhello"));
    let _ = panic::take_hook();
    let line = line.lock().unwrap();
    assert!(line.starts_with("panicked at ") && line.ends_with(": it said \\u{1b}[2J\\nhello"), "{line}");
}

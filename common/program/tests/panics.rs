//! A panic is printed in a form that is safe for a terminal.

use std::panic;
use std::sync::{Arc, Mutex};

use program::panics::panic_line;

#[test]
fn a_panic_is_printed_in_one_line() {
    let line = Arc::new(Mutex::new(String::new()));
    let printed = Arc::clone(&line);
    panic::set_hook(Box::new(move |panic| *printed.lock().unwrap() = panic_line(panic)));
    let _ = panic::catch_unwind(|| panic!("it said {}", "\u{1b}[2J\nhello"));
    let _ = panic::take_hook();
    let line = line.lock().unwrap();
    assert!(line.starts_with("panicked at ") && line.ends_with(": it said \\u{1b}[2J\\nhello"), "{line}");
}

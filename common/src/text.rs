//! Text from outside the program, made fit for a terminal and for one line of a report.

use std::any::Any;
use std::borrow::Cow;

/// `text` without anything that a terminal obeys or a reader cannot see: line breaks, escape
/// sequences, marks that turn the direction of writing. Each such character is written as its escape.
///
/// What strangers wrote is only printed like this. A URL needs it not: it is ASCII, and percent-encoded.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_harmless = |char: char| char.escape_debug().len() == 1 || matches!(char, '\'' | '"' | '\\');
    if text.chars().all(is_harmless) {
        return Cow::Borrowed(text);
    }
    let mut printable = String::with_capacity(text.len());
    for char in text.chars() {
        if is_harmless(char) { printable.push(char) } else { printable.extend(char.escape_debug()) }
    }
    Cow::Owned(printable)
}

/// The first `most` characters of `text`, printable; `…` says that there are more.
pub fn excerpt(text: &str, most: usize) -> String {
    let (start, rest) = text.split_at(text.char_indices().nth(most).map_or(text.len(), |(at, _)| at));
    format!("{}{}", printable(start), if rest.is_empty() { "" } else { "…" })
}

/// The message that a panic carries.
pub fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

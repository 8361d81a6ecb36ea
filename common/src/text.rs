//! Text for people: counts, and what comes from outside the program, made safe for a terminal and for one line of a report.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Returns `text` with escapes in place of line breaks, control characters and invisible characters,
/// such as marks that change the direction of writing.
///
/// All text from a server is printed like this. A URL needs no escapes: it is ASCII and percent-encoded.
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

/// Returns the first `most` characters of `text`, printable, and `…` if there are more.
pub fn excerpt(text: &str, most: usize) -> String {
    let (start, rest) = text.split_at(text.char_indices().nth(most).map_or(text.len(), |(at, _)| at));
    format!("{}{}", printable(start), if rest.is_empty() { "" } else { "…" })
}

/// Returns the message of a panic.
pub fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Returns each name once, with its count: `404 (1), timeout (2)`.
pub fn counted(names: Vec<String>) -> String {
    let mut counts = BTreeMap::<String, usize>::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let counts = counts.iter().map(|(name, count)| format!("{name} ({count})"));
    counts.collect::<Vec<_>>().join(", ")
}

/// Returns a count with its noun: `1 page`, `2 pages`.
pub fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

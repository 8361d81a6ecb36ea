//! Text for people: times, sizes and counts, and what comes from outside the program, made safe for a terminal and for one line of a report.

mod units;

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;

pub use units::{range, size, time, whole};

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

/// Returns such an excerpt of what may be a URL, [without a user](without_user).
pub(crate) fn url_excerpt(text: &str, most: usize) -> String {
    excerpt(&without_user(text), most)
}

/// Removes the user and the password from what may be a URL, perhaps an invalid one: everything between its scheme and its
/// last `@`, and everything from `pass=` on, which the URL of a Unix socket may have.
pub fn without_user(text: &str) -> String {
    let text = text.split("pass=").next().unwrap_or_default();
    let Some((start, rest)) = text.rsplit_once('@') else { return text.to_owned() };
    let is_of_a_name = |char: char| char.is_ascii_alphanumeric() || matches!(char, '+' | '-' | '.');
    let is_scheme = |text: &str| text.strip_suffix(':').is_some_and(|name| name.chars().all(is_of_a_name));
    let scheme = start.split_once("//").filter(|(scheme, _)| scheme.is_empty() || is_scheme(scheme));
    scheme.map_or(String::new(), |(scheme, _)| format!("{scheme}//")) + rest
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

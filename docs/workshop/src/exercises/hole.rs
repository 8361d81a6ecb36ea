//! A hole: the body of a function, found by its path in the syntax tree, and cut out or filled.

use std::ops::Range;

use crate::outline::{Item, outline};
use crate::syntax::Token;

/// Returns where the body of a function is in `text`, braces included.
///
/// A path is that of a function (`fetch`), of a method (`Queue::get`), or of the method of a trait
/// (`Future for Sleep::poll`). Code that does not compile has paths, too, as long as its braces match.
pub fn body(text: &str, path: &str) -> Option<Range<usize>> {
    let item = outline(text).into_iter().find(|item| self::path(item).is_some_and(|its| its == path))?;
    let [first, last] = [item.body.first()?, item.body.last()?].map(|token| offset(text, token));
    Some(first..last + 1)
}

/// Returns `text` with `new` in place of the body of a function. Returns `None` if there is no such function.
pub fn fill(text: &str, path: &str, new: &str) -> Option<String> {
    let body = body(text, path)?;
    Some([&text[..body.start], new, &text[body.end..]].concat())
}

/// Returns `text` with a hole in place of the body of a function: a `todo!` that says what to do.
///
/// The hole allows what it causes: arguments that are not used.
pub fn cut(text: &str, path: &str, what_to_do: &str) -> Option<String> {
    let before = &text[..body(text, path)?.start];
    let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
    let indent = &line[..line.len() - line.trim_start().len()];
    let hole = format!("{{\n{indent}    #![allow(unused)]\n{indent}    todo!({what_to_do:?})\n{indent}}}");
    fill(text, path, &hole)
}

/// Returns the path of a function.
fn path(item: &Item<'_>) -> Option<String> {
    item.body.first()?;
    Some(match item.owner {
        None => item.name.to_owned(),
        Some((None, owner)) => format!("{owner}::{}", item.name),
        Some((Some(of), owner)) => format!("{of} for {owner}::{}", item.name),
    })
}

/// Returns where a token of `text` begins.
fn offset(text: &str, token: &Token<'_>) -> usize {
    token.text.as_ptr().addr() - text.as_ptr().addr()
}

//! A hole: the body of a function, found by its path in the syntax tree, and cut out or filled.
//!
//! A path is that of a function (`fetch`), of a method (`Queue::get`), or of a trait's method
//! (`Future for Sleep::poll`). Code that does not compile has paths, too, as long as its braces match.

use std::ops::Range;

use crate::outline::{Item, outline};
use crate::syntax::{Token, tokens};

/// Returns where the body of a function is in `text`, braces included.
pub fn body(text: &str, path: &str) -> Option<Range<usize>> {
    bodies(text).into_iter().find(|(its, _)| its == path).map(|(_, body)| body)
}

/// Returns a function of `text` with its signature, from the first line to the last, without their indentation.
pub fn function(text: &str, path: &str) -> Option<String> {
    let item = outline(text).into_iter().find(|item| item.path() == path)?;
    let lines = text.lines().skip(item.line).take(1 + item.body.last()?.line - item.line);
    Some(textwrap::dedent(&lines.map(|line| format!("{line}\n")).collect::<String>()))
}

/// Tells whether the functions of `text` can be found: it was UTF-8, and every brace has its partner.
pub fn is_whole(text: &str) -> bool {
    let mut depth = 0;
    let no_end_comes_first = tokens(text).iter().all(|token| {
        depth += token.nesting();
        depth >= 0
    });
    no_end_comes_first && depth == 0 && !text.contains(char::REPLACEMENT_CHARACTER)
}

/// Returns the path and the body of every function of `text`.
pub fn bodies(text: &str) -> Vec<(String, Range<usize>)> {
    let place = |item: &Item<'_>| {
        let [first, last] = [item.body.first()?, item.body.last()?].map(|token| offset(text, token));
        // Without its end, the last function reaches to the end of the text.
        text[last..].starts_with('}').then(|| (item.path(), first..last + 1))
    };
    outline(text).iter().filter_map(place).collect()
}

/// Returns `text` with `new` in place of the body of a function. Returns `None` if there is no such function.
pub fn fill(text: &str, path: &str, new: &str) -> Option<String> {
    let body = body(text, path)?;
    Some([&text[..body.start], &with_ends_of(text, new), &text[body.end..]].concat())
}

/// Returns `new` with the line ends of `text`, which are those of its first line, if it has any.
pub fn with_ends_of(text: &str, new: &str) -> String {
    let Some((first, _)) = text.split_once('\n') else { return new.to_owned() };
    let new = new.replace("\r\n", "\n");
    if first.ends_with('\r') { new.replace('\n', "\r\n") } else { new }
}

/// Returns `text` with the body of a function that `from` has. Returns `None` if one of them has no such function.
pub fn transplant(from: &str, text: &str, path: &str) -> Option<String> {
    fill(text, path, &from[body(from, path)?])
}

/// Returns `text` with a hole in place of the body of a function: a `todo!` with this message.
pub fn cut(text: &str, path: &str, message: &str) -> Option<String> {
    let indent = " ".repeat(indent(text, body(text, path)?.start));
    fill(text, path, &format!("{{\n{indent}    todo!({message:?})\n{indent}}}"))
}

/// Returns how many spaces the line begins with that has `text[at]`.
fn indent(text: &str, at: usize) -> usize {
    let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..];
    // The head of a function may have several lines, of which the last begins as the first one does.
    line.len() - line.trim_start_matches(' ').len()
}

/// Returns where a token of `text` begins.
fn offset(text: &str, token: &Token<'_>) -> usize {
    token.text.as_ptr().addr() - text.as_ptr().addr()
}

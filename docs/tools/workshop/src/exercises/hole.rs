//! A hole: the body of a function, found by its path in the syntax tree, and cut out or filled.
//!
//! Code that does not compile has paths, too, as long as its braces match.

use std::io;
use std::ops::Range;

use crate::outline::{Item, outline};
use crate::root;
use crate::syntax::{Token, tokens};
use crate::variant::Variant;

/// The body of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// The path from the workspace, with `/`.
    pub file: String,
    /// The path of the function in the syntax tree: that of a function (`fetch`), of a method (`Queue::get`),
    /// or of a trait's method (`Future for Sleep::poll`).
    pub path: String,
}

impl Hole {
    /// Returns where it is in its source: the file, the line, and the path of its function.
    pub fn location(&self, text: &str) -> String {
        let line = self.body(text).map_or(1, |body| text[..body.start].lines().count());
        format!("{}:{line}  {}", self.file, self.path)
    }

    /// Returns the error of a source that has no such function.
    pub fn missing(&self) -> io::Error {
        let Hole { file, path } = self;
        let why = "is it renamed or removed, or does a brace lack its partner? Its tests call it";
        root::not_found(format!("{file} has no function `{path}`: {why}"))
    }

    /// Returns where it is in `text`, braces included.
    pub(super) fn body(&self, text: &str) -> Option<Range<usize>> {
        bodies(text).into_iter().find(|(path, _)| *path == self.path).map(|(_, body)| body)
    }

    /// Tells whether it has this line of `text`.
    pub(super) fn has_line(&self, text: &str, line: usize) -> bool {
        let line_at = |at: usize| 1 + text[..at].matches('\n').count();
        self.body(text).is_some_and(|body| (line_at(body.start)..=line_at(body.end)).contains(&line))
    }

    /// Returns its function with the signature, from the first line to the last, without their indentation.
    pub(super) fn function(&self, text: &str) -> Option<String> {
        let item = outline(text).into_iter().find(|item| item.path() == self.path)?;
        let lines = text.lines().skip(item.line).take(1 + item.body.last()?.line - item.line);
        Some(textwrap::dedent(&lines.map(|line| format!("{line}\n")).collect::<String>()))
    }

    /// Returns `text` with another body. Returns `None` if there is no such function.
    pub(super) fn fill(&self, text: &str, new: &str) -> Option<String> {
        let body = self.body(text)?;
        Some([&text[..body.start], new, &text[body.end..]].concat())
    }

    /// Returns `text` with the body that `from` has. Returns `None` if one of them has no such function.
    pub(super) fn transplant(&self, from: &str, text: &str) -> Option<String> {
        self.fill(text, &from[self.body(from)?])
    }

    /// Returns `text` with the body that `from` has, or all of `from` where braces do not match.
    pub(super) fn put(&self, text: &str, from: &str) -> String {
        let filled = self.transplant(from, text).filter(|_| is_whole(text) && is_whole(from));
        filled.unwrap_or_else(|| from.to_owned())
    }

    /// Returns `text` with a wrong answer in this hole, if the answer changes it.
    ///
    /// # Errors
    /// If the answer does not fit `text`, or changes more than the hole.
    pub fn answered(&self, text: &str, answer: &Variant) -> io::Result<String> {
        let answered = answer.apply_to(text, |path| path == self.path)?;
        let is_within = self.transplant(&answered, text).as_ref() == Some(&answered);
        let what = || format!("{} changes more than the body of `{}`", answer.name, self.path);
        is_within.then_some(answered).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, what()))
    }

    /// Returns `text` with a `todo!` of this message in place of the body.
    pub(super) fn cut(&self, text: &str, message: &str) -> Option<String> {
        // The head of a function may have several lines, of which the last begins as the first one does.
        let line = text[..self.body(text)?.start].rsplit('\n').next()?;
        let indent = " ".repeat(line.len() - line.trim_start_matches(' ').len());
        self.fill(text, &format!("{{\n{indent}    todo!({message:?})\n{indent}}}"))
    }
}

/// Returns the path and the body of every function of `text`.
pub fn bodies(text: &str) -> Vec<(String, Range<usize>)> {
    let place = |item: &Item<'_>| {
        let offset = |token: &Token<'_>| token.text.as_ptr().addr() - text.as_ptr().addr();
        let (first, last) = (offset(item.body.first()?), offset(item.body.last()?));
        // Without its end, the last function reaches to the end of the text.
        text[last..].starts_with('}').then(|| (item.path(), first..last + 1))
    };
    outline(text).iter().filter_map(place).collect()
}

/// Returns the number of the line at which a conflict of git begins that is still open.
pub fn conflict(text: &str) -> Option<usize> {
    let mut lines = text.lines();
    lines.position(|line| ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark))).map(|at| at + 1)
}

/// Tells whether the functions of `text` can be found: it was UTF-8, every brace has its partner, and no conflict is open.
pub fn is_whole(text: &str) -> bool {
    let mut depth = 0;
    let no_end_comes_first = tokens(text).iter().all(|token| {
        depth += token.nesting();
        depth >= 0
    });
    no_end_comes_first
        && depth == 0
        && conflict(text).is_none()
        && !text.contains(char::REPLACEMENT_CHARACTER)
}

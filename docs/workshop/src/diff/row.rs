//! What became of a line, for whoever shows it.

use super::syntax::{Span, Syntax};

/// A line of the old stage, of the new one, or one of each side by side.
pub struct Row {
    pub old: Option<Line>,
    pub new: Option<Line>,
}

/// A line of a file.
pub struct Line {
    /// From 1 on.
    pub number: usize,
    pub mark: Mark,
    /// The text, in pieces; those that differ from the other side's are marked with `true`.
    pub parts: Vec<(bool, String)>,
    /// What the text is, from its start on.
    pub spans: Vec<Span>,
    /// On the first line of what has moved: where it is on the other side.
    pub note: Option<String>,
}

/// Text of one kind within a line.
pub struct Fragment<'a> {
    /// Whether the line beside it has something else there.
    pub differs: bool,
    pub syntax: Syntax,
    pub text: &'a str,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Same,
    /// Removed from the old stage, or added in the new one.
    Alone,
    /// It has a line beside it that differs in parts.
    Changed,
    /// It stands elsewhere on the other side.
    Moved,
}

/// Which stage a line is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Old,
    New,
}

impl Mark {
    /// The sign and the word for such a line. Colours come on top of them.
    pub fn sign(self, side: Side) -> (char, &'static str) {
        match (self, side) {
            (Mark::Same, _) => (' ', ""),
            (Mark::Alone, Side::Old) => ('-', "removed"),
            (Mark::Alone, Side::New) => ('+', "added"),
            (Mark::Changed, _) => ('~', "changed"),
            (Mark::Moved, Side::Old) => ('<', "moved"),
            (Mark::Moved, Side::New) => ('>', "moved"),
        }
    }
}

impl Line {
    /// The text, cut wherever a part or a span ends.
    pub fn fragments(&self) -> Vec<Fragment<'_>> {
        let mut spans = self.spans.iter().copied();
        let beyond = Span { syntax: Syntax::Plain, len: usize::MAX };
        let mut span = spans.next().unwrap_or(beyond);
        let mut fragments = Vec::new();
        for (differs, part) in &self.parts {
            let mut rest = part.as_str();
            while !rest.is_empty() {
                let (text, after) = rest.split_at(span.len.min(rest.len()));
                fragments.push(Fragment { differs: *differs, syntax: span.syntax, text });
                rest = after;
                span.len -= text.len();
                if span.len == 0 {
                    span = spans.next().unwrap_or(beyond);
                }
            }
        }
        fragments
    }
}

impl Row {
    /// The same line on both sides, at the same place.
    pub fn is_same(&self) -> bool {
        let same = |line: &Option<Line>| line.as_ref().is_some_and(|line| line.mark == Mark::Same);
        same(&self.old) && same(&self.new)
    }

    /// The line of that side.
    pub fn line(&self, side: Side) -> Option<&Line> {
        match side {
            Side::Old => self.old.as_ref(),
            Side::New => self.new.as_ref(),
        }
    }
}

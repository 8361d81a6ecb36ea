//! What became of a line, for the terminal and for the page, and which lines are left out.

use crate::syntax::Piece;

/// The number of unchanged lines that are shown around a change.
const CONTEXT: usize = 3;

/// The least number of lines to fold: to hide fewer only interrupts.
const WORTH: usize = 4;

/// A line of the old stage, of the new one, or one of each side by side.
pub type Row<'a> = [Option<Line<'a>>; 2];

/// A line of a file.
pub struct Line<'a> {
    /// The number, from 1 on.
    pub number: usize,
    /// The stage that it is of.
    pub side: Side,
    pub mark: Mark,
    pub pieces: Vec<Piece<'a>>,
}

/// The fate of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Same,
    /// Removed from the old stage, or added in the new one.
    Alone,
    /// The line beside it differs in parts.
    Changed,
    /// The other stage does not have the file.
    Whole,
}

/// A stage of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Old,
    New,
}

impl Mark {
    /// Returns the sign and the word for such a line. Colours come on top of them.
    pub fn sign(self, side: Side) -> (char, &'static str) {
        match (self, side) {
            (Mark::Same | Mark::Whole, _) => (' ', ""),
            (Mark::Alone, Side::Old) => ('-', "removed"),
            (Mark::Alone, Side::New) => ('+', "added"),
            (Mark::Changed, _) => ('~', "changed"),
        }
    }
}

/// Tells whether both sides have the same line here.
pub fn is_same([_, new]: &Row<'_>) -> bool {
    new.as_ref().is_some_and(|line| line.mark == Mark::Same)
}

impl<'a> Line<'a> {
    /// Returns the text in runs of one look.
    pub fn runs(&self) -> impl Iterator<Item = &[Piece<'a>]> {
        self.pieces.chunk_by(|a, b| (a.differs, a.syntax) == (b.differs, b.syntax))
    }

    /// Returns how many columns of white space the line begins with.
    pub fn indent(&self) -> usize {
        let first = self.pieces.first().map(|piece| piece.text);
        first.filter(|text| text.trim().is_empty()).map_or(0, str::len)
    }
}

/// Rows of one kind, as they follow each other.
pub enum Block<'a, 'b> {
    Same(&'b [Row<'a>]),
    Changed(&'b [Row<'a>]),
    /// A number of unchanged lines.
    Folded(usize),
}

/// Divides rows into blocks, and folds what is far from any change.
pub fn fold<'a, 'b>(rows: &'b [Row<'a>]) -> Vec<Block<'a, 'b>> {
    let mut blocks = Vec::new();
    let mut start = 0;
    for run in rows.chunk_by(|a, b| is_same(a) == is_same(b)) {
        let before = if start == 0 { 0 } else { CONTEXT };
        start += run.len();
        let after = if start == rows.len() { 0 } else { CONTEXT };
        if !is_same(&run[0]) {
            blocks.push(Block::Changed(run));
        } else if run.len() < before + after + WORTH {
            blocks.push(Block::Same(run));
        } else {
            let hidden = run.len() - before - after;
            let (head, tail) = (&run[..before], &run[before + hidden..]);
            blocks.extend([Block::Same(head), Block::Folded(hidden), Block::Same(tail)]);
        }
    }
    blocks
}

//! What became of a line, and which lines are left out.

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
    /// What became of it.
    pub mark: Mark,
    /// The text.
    pub pieces: Vec<Piece<'a>>,
}

/// The fate of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Both stages have it.
    Same,
    /// The old stage alone has it.
    Removed,
    /// The new stage alone has it.
    Added,
    /// The line beside it differs in parts.
    Changed,
}

impl Line<'_> {
    /// Returns how many columns of white space the line begins with.
    pub fn indent(&self) -> usize {
        let first = self.pieces.first().map(|piece| piece.text);
        first.filter(|text| text.trim().is_empty()).map_or(0, str::len)
    }
}

/// Tells whether both sides have the same line here.
pub fn is_same([_, new]: &Row<'_>) -> bool {
    new.as_ref().is_some_and(|line| line.mark == Mark::Same)
}

/// Rows as they follow each other, all of them unchanged or none.
pub enum Block<'a, 'b> {
    Rows(&'b [Row<'a>]),
    /// A number of unchanged lines.
    Folded(usize),
}

/// Divides rows into blocks, and folds what is far from any change.
pub fn fold<'a, 'b>(rows: &'b [Row<'a>]) -> Vec<Block<'a, 'b>> {
    let mut blocks = Vec::new();
    let mut end = 0;
    for run in rows.chunk_by(|a, b| is_same(a) == is_same(b)) {
        let before = if end == 0 { 0 } else { CONTEXT };
        end += run.len();
        let after = if end == rows.len() { 0 } else { CONTEXT };
        let hidden = run.len().saturating_sub(before + after);
        if is_same(&run[0]) && hidden >= WORTH {
            let (head, tail) = (&run[..before], &run[before + hidden..]);
            blocks.extend([Block::Rows(head), Block::Folded(hidden), Block::Rows(tail)]);
        } else {
            blocks.push(Block::Rows(run));
        }
    }
    blocks
}

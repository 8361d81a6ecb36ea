//! What is left out: unchanged lines far from any change.

use super::row::{Row, is_same};

/// The number of unchanged lines that are shown around a change.
const CONTEXT: usize = 3;

/// The least number of lines to fold: to hide fewer only interrupts.
const WORTH: usize = 4;

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

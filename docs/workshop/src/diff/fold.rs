//! Unchanged lines far from any change are left out.

use super::row::Row;

/// How many unchanged lines to show around a change.
const CONTEXT: usize = 3;

/// What there is to show.
pub enum Piece<'a> {
    Row(&'a Row),
    /// So many unchanged lines.
    Folded(usize),
}

/// A fold that saves less than this only interrupts.
const WORTH: usize = 4;

/// Folds what is far from any change.
pub fn fold(rows: &[Row]) -> Vec<Piece<'_>> {
    let near = |index: usize| {
        let around = index.saturating_sub(CONTEXT)..(index + CONTEXT + 1).min(rows.len());
        rows[around].iter().any(|row| !row.is_same())
    };
    let near: Vec<_> = (0..rows.len()).map(near).collect();
    let mut pieces = Vec::new();
    let mut index = 0;
    for run in near.chunk_by(|a, b| a == b) {
        let rows = &rows[index..index + run.len()];
        index += run.len();
        if run[0] || run.len() < WORTH {
            pieces.extend(rows.iter().map(Piece::Row));
        } else {
            pieces.push(Piece::Folded(run.len()));
        }
    }
    pieces
}

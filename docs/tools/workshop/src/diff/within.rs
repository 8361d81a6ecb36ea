//! What differs within two lines that stand beside each other.

use super::subsequence::heaviest;
use crate::syntax::{Piece, is_name};

/// Marks what each line has and the other one does not.
pub fn mark<'a>(old: &mut [Piece<'a>], new: &mut [Piece<'a>]) {
    let weight = |i: usize, j: usize| match (old[i].text, new[j].text) {
        (one, other) if one != other => 0,
        (text, _) if text.starts_with(is_name) => 3,
        _ if is_space(&old[i]) => 1,
        _ => 2,
    };
    let common = heaviest(old.len(), new.len(), weight);
    old.iter_mut().chain(&mut *new).for_each(|piece| piece.differs = !is_space(piece));
    for (i, j) in common {
        (old[i].differs, new[j].differs) = (false, false);
    }
    bridge(old);
    bridge(new);
}

/// Counts the spaces between pieces that differ as a part of the difference; other spaces make none.
fn bridge(pieces: &mut [Piece<'_>]) {
    for middle in 1..pieces.len().saturating_sub(1) {
        let is_between = pieces[middle - 1].differs && pieces[middle + 1].differs;
        pieces[middle].differs |= is_between && is_space(&pieces[middle]);
    }
}

fn is_space(piece: &Piece<'_>) -> bool {
    piece.text.trim().is_empty()
}

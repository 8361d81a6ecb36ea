//! Which line of a section stands beside which one, and what differs in them.

use std::iter;

use super::row::{Line, Mark, Row};
use crate::syntax::{Piece, is_name};

/// Puts lines beside each other that are alike, in order. The other lines stand alone between them.
pub fn align<'a>(old: Vec<Line<'a>>, new: Vec<Line<'a>>) -> Vec<Row<'a>> {
    let pairs = pairs(&old, &new);
    let (mut old, mut new) = (old.into_iter(), new.into_iter());
    let (mut old_at, mut new_at) = (0, 0);
    let mut rows = Vec::new();
    for (i, j) in pairs {
        rows.extend(alone(old.by_ref().take(i - old_at), new.by_ref().take(j - new_at)));
        rows.extend(old.next().zip(new.next()).map(|(old, new)| beside(old, new)));
        (old_at, new_at) = (i + 1, j + 1);
    }
    rows.extend(alone(old, new));
    rows
}

/// Puts lines that have nothing in common into the same rows, to save space.
fn alone<'a>(
    mut old: impl Iterator<Item = Line<'a>>,
    mut new: impl Iterator<Item = Line<'a>>,
) -> impl Iterator<Item = Row<'a>> {
    iter::repeat_with(move || [old.next(), new.next()]).take_while(|row| row.iter().any(Option::is_some))
}

/// Puts two lines beside each other, and marks what differs in them.
fn beside<'a>(mut old: Line<'a>, mut new: Line<'a>) -> Row<'a> {
    let mark = if is_equal(&old, &new) { Mark::Same } else { Mark::Changed };
    (old.mark, new.mark) = (mark, mark);
    if mark == Mark::Changed {
        mark_pieces(&mut old.pieces, &mut new.pieces);
    }
    [Some(old), Some(new)]
}

/// Returns the pairs of lines, in order, that have the most words in common.
///
/// A line without a word, such as a lone `}`, never begins a pair: it follows the pair above it.
fn pairs(old: &[Line<'_>], new: &[Line<'_>]) -> Vec<(usize, usize)> {
    let (old_words, new_words): (Vec<_>, Vec<_>) =
        (old.iter().map(words).collect(), new.iter().map(words).collect());
    let weight = |i: usize, j: usize| match common(&old_words[i], &new_words[j]) {
        0 => 0,
        common => 2 * common + usize::from(is_equal(&old[i], &new[j])),
    };
    let is_sign = |i: usize, j: usize| {
        let signs_of_old = old.get(i).and_then(signs);
        signs_of_old.is_some() && signs_of_old == new.get(j).and_then(signs)
    };
    let mut pairs = Vec::new();
    for (i, j) in heaviest(old.len(), new.len(), weight) {
        pairs.push((i, j));
        let (mut i, mut j) = (i + 1, j + 1);
        while is_sign(i, j) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        }
    }
    pairs
}

/// Returns how many words two lines share; 0 if it is less than half, or half and one line has more words.
fn common(old: &[&str], new: &[&str]) -> usize {
    let mut rest = new.to_vec();
    let mut is_shared = |word: &&&str| {
        let at = rest.iter().position(|other| other == *word);
        at.map(|at| rest.swap_remove(at)).is_some()
    };
    let common = old.iter().filter(|word| is_shared(word)).count();
    let enough = old.len() + new.len() + usize::from(old.len() != new.len());
    if common * 4 >= enough { common } else { 0 }
}

/// Returns the names in a line.
fn words<'a>(line: &Line<'a>) -> Vec<&'a str> {
    line.pieces.iter().map(|piece| piece.text).filter(|text| text.starts_with(is_name)).collect()
}

/// Returns what a line without words consists of, as a comment or not; none if it has words.
fn signs(line: &Line<'_>) -> Option<String> {
    let signs = line.pieces.iter().map(|piece| piece.text.trim()).filter(|&text| text != "/");
    words(line).is_empty().then(|| signs.collect())
}

fn is_equal(old: &Line<'_>, new: &Line<'_>) -> bool {
    old.pieces.iter().map(|piece| piece.text).eq(new.pieces.iter().map(|piece| piece.text))
}

/// Marks what each line has and the other one does not.
fn mark_pieces<'a>(old: &mut [Piece<'a>], new: &mut [Piece<'a>]) {
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

/// Returns the pairs of the common subsequence of the greatest weight, as early as possible.
///
/// A pair of no weight has no part in it.
fn heaviest(old: usize, new: usize, weight: impl Fn(usize, usize) -> usize) -> Vec<(usize, usize)> {
    let mut best = vec![vec![0; new + 1]; old + 1];
    for i in (0..old).rev() {
        for j in (0..new).rev() {
            let paired = weight(i, j) + best[i + 1][j + 1];
            best[i][j] = paired.max(best[i + 1][j]).max(best[i][j + 1]);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < old && j < new {
        let own = weight(i, j);
        if own > 0 && best[i][j] == own + best[i + 1][j + 1] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[i][j] == best[i + 1][j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Counts the lines that two texts have in common, in order.
pub fn common_lines(old: &str, new: &str) -> usize {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    heaviest(old.len(), new.len(), |i, j| usize::from(old[i] == new[j])).len()
}

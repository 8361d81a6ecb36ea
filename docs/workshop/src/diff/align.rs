//! Which line of a section stands beside which one.

use std::cmp::Ordering;

use super::row::{Line, Mark, Row};
use super::syntax::{Piece, is_name};

/// Puts lines beside each other that are alike, in order. The other lines stand alone between them.
pub fn align<'a>(old: Vec<Line<'a>>, new: Vec<Line<'a>>) -> Vec<Row<'a>> {
    let pairs = pairs(&old, &new);
    let (mut old, mut new) = (old.into_iter(), new.into_iter());
    let (mut old_at, mut new_at) = (0, 0);
    let mut rows = Vec::new();
    for (i, j) in pairs {
        alone(old.by_ref().take(i - old_at), new.by_ref().take(j - new_at), &mut rows);
        if let (Some(old), Some(new)) = (old.next(), new.next()) {
            rows.push(beside(old, new));
        }
        (old_at, new_at) = (i + 1, j + 1);
    }
    alone(old, new, &mut rows);
    rows
}

/// Counts the lines that the two texts have in common, in order.
pub fn common_lines(old: &str, new: &str) -> usize {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    heaviest(old.len(), new.len(), |i, j| usize::from(old[i] == new[j])).len()
}

/// Puts lines that have nothing in common into the same rows, to save space.
fn alone<'a>(
    mut old: impl Iterator<Item = Line<'a>>,
    mut new: impl Iterator<Item = Line<'a>>,
    rows: &mut Vec<Row<'a>>,
) {
    loop {
        let row = Row { old: old.next(), new: new.next() };
        if row.old.is_none() && row.new.is_none() {
            break;
        }
        rows.push(row);
    }
}

/// Puts two lines into a row, and marks what differs.
fn beside<'a>(mut old: Line<'a>, mut new: Line<'a>) -> Row<'a> {
    if is_equal(&old, &new) {
        (old.mark, new.mark) = (Mark::Same, Mark::Same);
        return Row { old: Some(old), new: Some(new) };
    }
    let weight = |i: usize, j: usize| match (old.pieces[i].text, new.pieces[j].text) {
        (one, other) if one != other => 0,
        (text, _) if text.starts_with(is_name) => 3,
        (text, _) => 1 + usize::from(!text.trim().is_empty()),
    };
    let common = heaviest(old.pieces.len(), new.pieces.len(), weight);
    old.pieces.iter_mut().chain(&mut new.pieces).for_each(|piece| piece.differs = !is_space(piece));
    for (i, j) in common {
        (old.pieces[i].differs, new.pieces[j].differs) = (false, false);
    }
    for line in [&mut old, &mut new] {
        bridge(&mut line.pieces);
        line.mark = Mark::Changed;
    }
    Row { old: Some(old), new: Some(new) }
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
    let mut pairs = Vec::new();
    let mut found = heaviest(old.len(), new.len(), weight).into_iter().peekable();
    while let Some((mut i, mut j)) = found.next() {
        pairs.push((i, j));
        let (end_old, end_new) = found.peek().copied().unwrap_or((old.len(), new.len()));
        let follow = |i: usize, j: usize| {
            signs(&old[i]).is_some_and(|signs_of_old| Some(signs_of_old) == signs(&new[j]))
        };
        while i + 1 < end_old && j + 1 < end_new && follow(i + 1, j + 1) {
            (i, j) = (i + 1, j + 1);
            pairs.push((i, j));
        }
    }
    pairs
}

/// Returns the common subsequence of the greatest weight, as early as possible; pairs without weight have no
/// part in it.
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
        let paired = weight(i, j);
        if paired > 0 && best[i][j] == paired + best[i + 1][j + 1] {
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

/// Returns how many words two lines share; 0 if it is no more than half of them.
fn common(old: &[&str], new: &[&str]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(a), Some(b)) = (old.get(i), new.get(j)) {
        match a.cmp(b) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => (i, j, common) = (i + 1, j + 1, common + 1),
        }
    }
    if common * 4 > old.len() + new.len() { common } else { 0 }
}

/// Returns the names in a line, sorted.
fn words<'a>(line: &Line<'a>) -> Vec<&'a str> {
    let names = line.pieces.iter().map(|piece| piece.text).filter(|text| text.starts_with(is_name));
    let mut words: Vec<_> = names.collect();
    words.sort_unstable();
    words
}

/// Returns what a line without words consists of, as a comment or not; none if it has words.
fn signs(line: &Line<'_>) -> Option<String> {
    let signs = line.pieces.iter().map(|piece| piece.text.trim()).filter(|&text| text != "/");
    words(line).is_empty().then(|| signs.collect())
}

fn is_equal(old: &Line<'_>, new: &Line<'_>) -> bool {
    old.pieces.iter().map(|piece| piece.text).eq(new.pieces.iter().map(|piece| piece.text))
}

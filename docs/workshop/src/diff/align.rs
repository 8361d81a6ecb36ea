//! Which line of a changed block stands beside which one.

use std::cmp::Ordering;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::row::{Line, Mark, Row};

/// Lines that are equal, each beside its twin.
pub fn same(old: Vec<Line>, new: Vec<Line>) -> Vec<Row> {
    old.into_iter().zip(new).map(|(old, new)| unchanged(old, new)).collect()
}

/// Puts lines beside each other that are alike, in order; the rest stands alone between them.
pub fn align(old: Vec<Line>, new: Vec<Line>) -> Vec<Row> {
    let pairs = pairs(&old, &new);
    let mut rows = Vec::new();
    let (mut old, mut new) = (old.into_iter().enumerate().peekable(), new.into_iter().enumerate().peekable());
    for (i, j) in pairs {
        let before_old: Vec<_> = std::iter::from_fn(|| old.next_if(|(index, _)| *index < i)).collect();
        let before_new: Vec<_> = std::iter::from_fn(|| new.next_if(|(index, _)| *index < j)).collect();
        alone(before_old, before_new, &mut rows);
        if let (Some((_, old)), Some((_, new))) = (old.next(), new.next()) {
            rows.push(beside(old, new));
        }
    }
    alone(old.collect(), new.collect(), &mut rows);
    rows
}

/// Lines that have nothing to do with each other share rows, for want of space.
fn alone(old: Vec<(usize, Line)>, new: Vec<(usize, Line)>, rows: &mut Vec<Row>) {
    let (mut old, mut new) = (old.into_iter(), new.into_iter());
    loop {
        let (old, new) = (old.next().map(|(_, line)| line), new.next().map(|(_, line)| line));
        if old.is_none() && new.is_none() {
            break;
        }
        rows.push(Row { old, new });
    }
}

fn unchanged(mut old: Line, mut new: Line) -> Row {
    (old.mark, new.mark) = (Mark::Same, Mark::Same);
    Row { old: Some(old), new: Some(new) }
}

/// Two lines that are alike, their differences marked.
fn beside(mut old: Line, mut new: Line) -> Row {
    let (old_text, new_text) = (text(&old), text(&new));
    if old_text == new_text {
        return unchanged(old, new);
    }
    let (old_tokens, new_tokens) = (tokens(&old_text), tokens(&new_text));
    old.parts.clear();
    new.parts.clear();
    for op in capture_diff_slices(Algorithm::Myers, &old_tokens, &new_tokens) {
        let (tag, in_old, in_new) = op.as_tag_tuple();
        let differs = tag != DiffTag::Equal;
        old.parts.push((differs, old_tokens[in_old].concat()));
        new.parts.push((differs, new_tokens[in_new].concat()));
    }
    for line in [&mut old, &mut new] {
        line.parts.retain(|(_, part)| !part.is_empty());
        bridge(&mut line.parts);
        line.mark = Mark::Changed;
    }
    Row { old: Some(old), new: Some(new) }
}

/// The spaces between words that differ belong to what differs.
fn bridge(parts: &mut [(bool, String)]) {
    for middle in 1..parts.len().saturating_sub(1) {
        let between = parts[middle - 1].0 && parts[middle + 1].0;
        parts[middle].0 |= between && parts[middle].1.trim().is_empty();
    }
}

/// The pairs, in order, that have the most in common: the longest common subsequence, weighted.
fn pairs(old: &[Line], new: &[Line]) -> Vec<(usize, usize)> {
    let old: Vec<_> = old.iter().map(words).collect();
    let new: Vec<_> = new.iter().map(words).collect();
    let width = new.len() + 1;
    let mut best = vec![0; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let paired = match common(&old[i], &new[j]) {
                0 => 0,
                common => common + best[(i + 1) * width + j + 1],
            };
            best[i * width + j] = paired.max(best[(i + 1) * width + j]).max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < old.len() && j < new.len() {
        let here = best[i * width + j];
        if here == best[(i + 1) * width + j] {
            i += 1;
        } else if here == best[i * width + j + 1] {
            j += 1;
        } else {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        }
    }
    pairs
}

/// How many words two lines share; 0 if it is less than half of them.
fn common(old: &[String], new: &[String]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(a), Some(b)) = (old.get(i), new.get(j)) {
        match a.cmp(b) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => (i, j, common) = (i + 1, j + 1, common + 1),
        }
    }
    if common * 4 >= old.len() + new.len() { common } else { 0 }
}

/// What makes lines alike, sorted: the names in a line; where there are none, the line itself.
///
/// A line that has moved is like none here, since it has its place elsewhere.
fn words(line: &Line) -> Vec<String> {
    if line.mark == Mark::Moved {
        return Vec::new();
    }
    let text = text(line);
    let names = tokens(&text).into_iter().filter(|token| token.starts_with(is_name));
    let mut words: Vec<_> = names.map(str::to_owned).collect();
    if words.is_empty() {
        words.push(text);
    }
    words.sort_unstable();
    words
}

fn text(line: &Line) -> String {
    line.parts.iter().map(|(_, part)| part.as_str()).collect()
}

/// Splits code into names, spaces, and single signs.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            _ if is_name(first) => rest.find(|char| !is_name(char)),
            _ if first.is_whitespace() => rest.find(|char: char| !char.is_whitespace()),
            _ => Some(first.len_utf8()),
        };
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.push(token);
        rest = after;
    }
    tokens
}

fn is_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

//! Lines that stand elsewhere in the other stage, unchanged: to move them is no change.

use std::collections::HashMap;

use similar::DiffTag;

use super::compare::Texts;
use super::row::Side;

/// Fewer lines than these, not counting the trivial ones, are alike by chance.
const ENOUGH: usize = 3;

/// A line: the index of its file, and its index in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub file: usize,
    pub line: usize,
}

/// Which lines have moved, and whither.
#[derive(Default)]
pub struct Moves {
    paths: Vec<String>,
    to_new: HashMap<Place, Place>,
    to_old: HashMap<Place, Place>,
}

impl Place {
    fn next(self) -> Place {
        Place { line: self.line + 1, ..self }
    }
}

impl Moves {
    /// Whether this line has moved.
    pub fn has(&self, side: Side, place: Place) -> bool {
        self.twins(side).contains_key(&place)
    }

    /// Where the lines from this one on are in the other stage, if they begin here.
    pub fn note(&self, side: Side, place: Place) -> Option<String> {
        let twins = self.twins(side);
        let twin = *twins.get(&place)?;
        let before = place.line.checked_sub(1).map(|line| Place { line, ..place });
        if before.and_then(|before| twins.get(&before)).is_some_and(|before| before.next() == twin) {
            return None;
        }
        let whither = if side == Side::Old { "to" } else { "from" };
        Some(format!("moved {whither} {}, line {}", self.paths[twin.file], twin.line + 1))
    }

    fn twins(&self, side: Side) -> &HashMap<Place, Place> {
        match side {
            Side::Old => &self.to_new,
            Side::New => &self.to_old,
        }
    }

    fn insert(&mut self, mut old: Place, mut new: Place, len: usize) {
        for _ in 0..len {
            self.to_new.insert(old, new);
            self.to_old.insert(new, old);
            (old, new) = (old.next(), new.next());
        }
    }
}

/// Finds the longest run for each removed line, from the first one on.
pub fn find(files: &[Texts<'_>]) -> Moves {
    let removed = unmatched(files, Side::Old);
    let added = unmatched(files, Side::New);
    let mut by_text: HashMap<&str, Vec<Place>> = HashMap::new();
    for (place, text) in &added {
        by_text.entry(text).or_default().push(*place);
    }
    let removed: HashMap<_, _> = removed.iter().copied().collect();
    let added: HashMap<_, _> = added.iter().copied().collect();
    let mut places: Vec<_> = removed.keys().copied().collect();
    places.sort_unstable();

    let mut moves =
        Moves { paths: files.iter().map(|file| file.path.to_owned()).collect(), ..Moves::default() };
    for old in places.into_iter().filter(|old| !is_trivial(removed[old])) {
        if moves.to_new.contains_key(&old) {
            continue;
        }
        let candidates = by_text.get(removed[&old]).into_iter().flatten();
        let runs = candidates.map(|&new| (run(&removed, &added, &moves, old, new), new));
        // The first of the longest: `max_by_key` would take the last one.
        let longest = runs.rev().max_by_key(|((len, _), _)| *len);
        if let Some(((len, telling), new)) = longest
            && telling >= ENOUGH
        {
            moves.insert(old, new, len);
        }
    }
    moves
}

/// The lines of one stage that do not stand at the same place in the other.
fn unmatched<'a>(files: &[Texts<'a>], side: Side) -> Vec<(Place, &'a str)> {
    let mut unmatched = Vec::new();
    for (file, texts) in files.iter().enumerate() {
        for op in texts.ops.iter().filter(|op| op.tag() != DiffTag::Equal) {
            let (range, lines) = match side {
                Side::Old => (op.old_range(), &texts.old),
                Side::New => (op.new_range(), &texts.new),
            };
            unmatched.extend(range.map(|line| (Place { file, line }, lines[line])));
        }
    }
    unmatched
}

/// How many lines from here on are equal, and how many of them tell something.
fn run(
    removed: &HashMap<Place, &str>,
    added: &HashMap<Place, &str>,
    moves: &Moves,
    mut old: Place,
    mut new: Place,
) -> (usize, usize) {
    let (mut len, mut telling) = (0, 0);
    while let (Some(text), Some(twin)) = (removed.get(&old), added.get(&new))
        && text == twin
        && !moves.has(Side::Old, old)
        && !moves.has(Side::New, new)
    {
        len += 1;
        telling += usize::from(!is_trivial(text));
        (old, new) = (old.next(), new.next());
    }
    (len, telling)
}

/// Brackets, `else`, `loop`: such a line is everywhere.
fn is_trivial(line: &str) -> bool {
    line.chars().filter(|char| char.is_alphanumeric()).count() <= 4
}

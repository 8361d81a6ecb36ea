//! The lesson of a leg in words: its time one at a time, and with many at once.

use common::text::{range, whole};

use crate::columns::milliseconds;
use crate::results::{Entry, Leg};

/// Returns how long a leg takes one request at a time, and how long with many at once.
pub fn lesson(leg: &Leg) -> String {
    let mut entries: Vec<&Entry> = leg.entries.iter().filter(|entry| !entry.runs.is_empty()).collect();
    entries.sort_by(|one, other| one.wall_ms().total_cmp(&other.wall_ms()));
    let (alone, together): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.most_open() <= 1);
    let most = whole(together.iter().map(|entry| entry.most_open()).max().unwrap_or_default());
    match (times(&alone), times(&together)) {
        (Some(alone), Some(together)) => format!("One at a time: {alone}; {most} at once: {together}."),
        (None, Some(together)) => format!("{most} at once: {together}."),
        // Where the site does not wait, it sees one request at a time, however many are wanted.
        (Some(alone), None) => format!("{}: {alone}.", leg.name),
        (None, None) => String::new(),
    }
}

/// Returns the time in the middle of contestants, from the fastest to the slowest, or both ends if the rounds
/// tell the slowest from the fastest.
fn times(entries: &[&Entry]) -> Option<String> {
    let (first, last) = (entries.first()?, entries.last()?);
    let middle = entries[(entries.len() - 1) / 2];
    let time = |entry: &Entry| milliseconds(entry.wall_ms());
    Some(if last.is_slower_than(first) { range(&time(first), &time(last)) } else { time(middle) })
}

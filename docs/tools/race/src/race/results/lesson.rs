//! The lesson of a leg in words: its time one at a time, and with many at once.

use super::{Entry, Leg};
use crate::units::{count, milliseconds, whole};

impl Leg {
    /// Returns how long the leg takes one request at a time, and how long with many at once.
    pub fn lesson(&self) -> String {
        let mut entries: Vec<&Entry> = self.entries.iter().filter(|entry| !entry.runs.is_empty()).collect();
        entries.sort_by(|one, other| one.wall_ms().total_cmp(&other.wall_ms()));
        let (alone, together): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry| entry.most_open() <= 1);
        let most =
            together.iter().map(|entry: &&Entry| entry.most_open()).max().map(whole).unwrap_or_default();
        match (times(&alone), times(&together)) {
            (Some(alone), Some(together)) => format!("One at a time: {alone}; {most} at once: {together}."),
            (None, Some(together)) => format!("{most} at once: {together}."),
            // Where the site does not wait, it sees one request at a time, however many are wanted.
            (Some(alone), None) => format!("{}: {alone}.", self.name),
            (None, None) => String::new(),
        }
    }
}

/// Returns the time in the middle of contestants, from the fastest to the slowest, or both ends if the rounds tell the
/// slowest from the fastest.
fn times(entries: &[&Entry]) -> Option<String> {
    let (first, last) = (entries.first()?, entries.last()?);
    let middle = entries[(entries.len() - 1) / 2];
    Some(match last.is_slower_than(first) {
        true => format!("{} to {}", seconds(first.wall_ms()), seconds(last.wall_ms())),
        false => seconds(middle.wall_ms()),
    })
}

/// Writes a time in seconds, unless it is very short: `2.5 s`, `0.25 s`, `31 ms`.
fn seconds(ms: f64) -> String {
    match ms {
        ..99.5 => milliseconds(ms),
        ..995.0 => format!("{:.2} s", ms / 1e3),
        _ => format!("{} s", count(ms / 1e3)),
    }
}

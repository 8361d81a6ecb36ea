//! The lesson of a leg in words: its time one at a time, and with many at once.

use super::{Entry, Leg};
use crate::units::{count, milliseconds, whole};

impl Leg {
    /// Returns how long the leg takes one request at a time, and how long with many at once.
    pub fn lesson(&self) -> String {
        let mut entries: Vec<&Entry> = self.entries.iter().filter(|entry| !entry.runs.is_empty()).collect();
        entries.sort_by(|one, other| one.wall_ms().total_cmp(&other.wall_ms()));
        let (alone, together): (Vec<_>, Vec<_>) = entries.iter().partition(|entry| entry.most_open() <= 1);
        match (middle(&alone), middle(&together)) {
            (Some(one), Some(many)) => {
                let (alone, together) = (took(&alone), at_once(&together).to_lowercase());
                format!("One at a time: {alone}; {together}, {} times as fast.", in_words(one / many))
            }
            (None, Some(_)) => at_once(&together) + ".",
            // Where the site does not wait, it sees one request at a time, however many are wanted.
            (Some(_), None) => format!("{}: {}.", self.name, took(&alone)),
            (None, None) => String::new(),
        }
    }
}

/// The wall time in the middle of contestants, from the fastest to the slowest.
fn middle(entries: &[&Entry]) -> Option<f64> {
    entries.get(entries.len().checked_sub(1)? / 2).map(|entry| entry.wall_ms())
}

/// How many requests contestants have open, and their times: `Ten at once: 0.25 s`.
fn at_once(entries: &[&Entry]) -> String {
    let most = entries.iter().map(|entry| entry.most_open()).max().unwrap_or(0);
    let many = if most > 10 { whole(most) } else { in_words(most as f64) };
    format!("{}{} at once: {}", many[..1].to_uppercase(), &many[1..], took(entries))
}

/// The time of contestants, or their times if the rounds tell the slowest from the fastest.
fn took(entries: &[&Entry]) -> String {
    match entries {
        [first, .., last] if last.is_slower_than(first) => {
            format!("{} to {}", seconds(first.wall_ms()), seconds(last.wall_ms()))
        }
        _ => middle(entries).map(seconds).unwrap_or_default(),
    }
}

/// Writes a time in seconds, unless it is very short: `2.5 s`, `0.25 s`, `31 ms`.
fn seconds(ms: f64) -> String {
    match ms {
        ..99.5 => milliseconds(ms),
        ..995.0 => format!("{:.2} s", ms / 1e3),
        _ => format!("{} s", count(ms / 1e3)),
    }
}

/// Writes a number of times: `1.3`, `two`, `ten`, `120`.
fn in_words(times: f64) -> String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let near = times.round();
    match (near as usize).checked_sub(2).and_then(|index| words.get(index)) {
        Some(word) if (times - near).abs() < 0.05 * near => (*word).to_owned(),
        _ => count(times),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Entry, Leg, Run};

    /// A leg of contestants, each with its requests open at once and its wall time.
    fn lesson(entries: &[(usize, f64)]) -> String {
        let entry = |(most_open, wall_ms): &(usize, f64)| {
            let run = Run { most_open: *most_open, wall_ms: *wall_ms, ..Run::default() };
            Entry { runs: vec![run], ..Entry::default() }
        };
        let entries = entries.iter().map(entry).collect();
        Leg { name: "10 pages".to_owned(), entries, ..Leg::default() }.lesson()
    }

    #[test]
    fn one_at_a_time_is_compared_with_ten_at_once() {
        let race = [(1, 2530.0), (10, 252.0), (10, 254.0)];
        assert_eq!(lesson(&race), "One at a time: 2.5 s; ten at once: 0.25 s, ten times as fast.");
        assert_eq!(lesson(&race[..1]), "10 pages: 2.5 s.");
        assert_eq!(lesson(&race[1..]), "Ten at once: 0.25 s.");
        assert_eq!(lesson(&[]), "");
        assert_eq!(lesson(&[(1000, 1020.0), (1000, 1640.0)]), "1,000 at once: 1.0 s to 1.6 s.");
    }
}

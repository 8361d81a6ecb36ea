//! The lesson of a leg in words: its time one at a time and many at once, and what the way of waiting costs.

use super::words::{in_words, joined, seconds};
use super::{Entry, Leg};
use crate::race::figures::{Figure, MEMORY, SWITCHES, THREADS, is_sane};
use crate::units::whole;

/// Wall times closer than this ratio are equal, even if no two rounds overlap: few rounds tell no more.
const NOISE: f64 = 1.1;

/// The same for a single round, whose spread is unknown.
const NOISE_OF_ONE_ROUND: f64 = 1.5;

/// Costs closer than this ratio are not named.
const WORTH_NAMING: f64 = 1.5;

/// A contestant that ran, with its median wall time.
#[derive(Clone, Copy)]
struct Timed<'a> {
    entry: &'a Entry,
    wall: f64,
}

impl Leg {
    /// Returns the lesson: how long the leg takes one request at a time, and how long with many at once.
    pub fn lesson(&self) -> String {
        let [alone, together] = self.parties();
        match (middle(&alone), middle(&together)) {
            (Some(one), Some(many)) => {
                let faster = in_words(one / many);
                let faster =
                    if one / many < NOISE { String::new() } else { format!(", {faster} times as fast") };
                format!("One at a time: {}; {}{faster}.", took(&alone), at_once(&together).to_lowercase())
            }
            (None, Some(_)) => at_once(&together) + ".",
            // Where the site does not wait, it sees one request at a time, however many are wanted.
            (Some(_), None) => format!("{}: {}.", self.name, took(&alone)),
            (None, None) => String::new(),
        }
    }

    /// Returns what the way of waiting changes for the contestants that ask for equally many pages at once.
    ///
    /// A contestant is called slower than the fastest only if the rounds tell so.
    pub fn comparison(&self) -> String {
        let [alone, together] = self.parties();
        let party = if together.is_empty() { alone } else { together };
        let (Some(best), true) = (party.first().copied(), party.len() > 1) else { return String::new() };
        let (slower, equal): (Vec<Timed<'_>>, Vec<_>) =
            party.iter().copied().partition(|timed| timed.is_slower(best));
        let slower: Vec<String> = slower.into_iter().map(|timed| timed.in_times_of(best)).collect();
        let differ = |equal: &[_]| match self.costs(equal) {
            Some(costs) => format!("makes no clear difference to the time, but to {costs}."),
            None => "makes no clear difference to the time.".to_owned(),
        };
        let slower = format!("Slower: {}.", joined(&slower));
        match equal.len() {
            length if length == party.len() => format!("How a contestant waits {}", differ(&equal)),
            1 => {
                let costs = self.costs(&party).map(|costs| format!(" They differ in {costs}, too."));
                format!("Fastest: {}. {slower}{}", best.entry.contestant, costs.unwrap_or_default())
            }
            _ => format!("{slower} How the others wait {}", differ(&equal)),
        }
    }

    /// The contestants with one request open at a time, and those with several, each from the fastest to the slowest.
    fn parties(&self) -> [Vec<Timed<'_>>; 2] {
        let timed =
            |entry| Entry::wall_ms(entry).filter(|wall| is_sane(*wall)).map(|wall| Timed { entry, wall });
        let mut timed: Vec<Timed<'_>> = self.entries.iter().filter_map(timed).collect();
        timed.sort_by(|one, other| one.wall.total_cmp(&other.wall));
        let (alone, together) = timed.into_iter().partition(|timed| timed.entry.most_open() <= 1);
        [alone, together]
    }

    /// The costs that differ, such as `threads (1 to 12) and memory (3.1 MiB to 21 MiB)`.
    fn costs(&self, party: &[Timed<'_>]) -> Option<String> {
        let range = |figure: &Figure| {
            let numbers = || party.iter().filter_map(|timed| figure.of(self, timed.entry));
            let (least, most) = (numbers().min_by(f64::total_cmp)?, numbers().max_by(f64::total_cmp)?);
            let (name, said) = (figure.name, figure.said);
            (most / least >= WORTH_NAMING).then(|| format!("{name} ({} to {})", said(least), said(most)))
        };
        let costs: Vec<String> = [THREADS, MEMORY, SWITCHES].iter().filter_map(range).collect();
        (!costs.is_empty()).then(|| joined(&costs))
    }

    /// Returns whether the rounds tell no difference between the contestant and the fastest one of the leg.
    pub fn is_among_the_fastest(&self, entry: &Entry) -> bool {
        let walls = self.entries.iter().filter_map(|entry| Some(Timed { entry, wall: entry.wall_ms()? }));
        let best = walls.min_by(|one, other| one.wall.total_cmp(&other.wall));
        let wall = entry.wall_ms();
        best.zip(wall).is_some_and(|(best, wall)| !Timed { entry, wall }.is_slower(best))
    }
}

impl Timed<'_> {
    /// Whether no round of this contestant was as fast as the slowest round of `best`, and the medians differ clearly.
    fn is_slower(&self, best: Timed<'_>) -> bool {
        let ranges = self.entry.wall_range_ms().zip(best.entry.wall_range_ms());
        let noise = if self.entry.runs.len() > 1 { NOISE } else { NOISE_OF_ONE_ROUND };
        self.wall / best.wall >= noise && ranges.is_some_and(|((least, _), (_, most))| least > most)
    }

    fn in_times_of(&self, best: Timed<'_>) -> String {
        format!("{} ({} times as long)", self.entry.contestant, in_words(self.wall / best.wall))
    }
}

/// The wall time in the middle of a party.
fn middle(party: &[Timed<'_>]) -> Option<f64> {
    party.get(party.len().checked_sub(1)? / 2).map(|timed| timed.wall)
}

/// How many requests a party has open, and its times: `Ten at once: 0.25 s`.
fn at_once(party: &[Timed<'_>]) -> String {
    let most = party.iter().map(|timed| timed.entry.most_open()).max().unwrap_or(0);
    let many = if most > 10 { whole(most) } else { in_words(most as f64) };
    format!("{}{} at once: {}", many[..1].to_uppercase(), &many[1..], took(party))
}

/// The time of a party, or its times if the rounds tell the slowest from the fastest.
fn took(party: &[Timed<'_>]) -> String {
    match party {
        [first, .., last] if last.is_slower(*first) => {
            format!("{} to {}", seconds(first.wall), seconds(last.wall))
        }
        _ => middle(party).map(seconds).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Entry, Leg, Run};

    /// Rounds of these wall times, with so many requests open and as many threads.
    fn entry(contestant: &str, most_open: usize, walls: &[f64]) -> Entry {
        let run =
            |wall_ms: &f64| Run { wall_ms: *wall_ms, most_open, threads: Some(most_open), ..Run::default() };
        Entry { contestant: contestant.to_owned(), runs: walls.iter().map(run).collect(), ..Entry::default() }
    }

    fn leg(entries: Vec<Entry>) -> Leg {
        Leg { name: "10 pages".to_owned(), entries, ..Leg::default() }
    }

    #[test]
    fn one_at_a_time_is_compared_with_ten_at_once() {
        let race = [entry("one", 1, &[2530.0]), entry("a", 10, &[252.0]), entry("b", 10, &[254.0])];
        assert_eq!(
            leg(race.to_vec()).lesson(),
            "One at a time: 2.5 s; ten at once: 0.25 s, ten times as fast."
        );
        assert_eq!(leg(race[..1].to_vec()).lesson(), "10 pages: 2.5 s.");
        assert_eq!(leg(race[1..].to_vec()).lesson(), "Ten at once: 0.25 s.");
        assert_eq!(leg(vec![]).lesson(), "");
        let thousand = leg(vec![entry("a", 1000, &[1020.0]), entry("b", 1000, &[1640.0])]);
        assert_eq!(thousand.lesson(), "1,000 at once: 1.0 s to 1.6 s.");
    }

    #[test]
    fn within_the_noise_of_the_rounds_there_is_no_winner() {
        let race = leg(vec![entry("a", 10, &[250.0, 260.0, 300.0]), entry("b", 10, &[295.0, 296.0, 297.0])]);
        assert_eq!(race.comparison(), "How a contestant waits makes no clear difference to the time.");
        assert!(race.entries.iter().all(|entry| race.is_among_the_fastest(entry)));
        let race = leg(vec![entry("a", 10, &[250.0, 251.0]), entry("b", 10, &[255.0, 256.0])]);
        assert_eq!(race.comparison(), "How a contestant waits makes no clear difference to the time.");
    }

    #[test]
    fn beyond_the_noise_the_slower_ones_are_named() {
        let race = [
            entry("a", 10, &[250.0, 260.0]),
            entry("b", 10, &[510.0]),
            entry("c", 10, &[251.0, 255.0]),
            entry("d", 10, &[332.0, 333.0]),
        ];
        let equal = " How the others wait makes no clear difference to the time.";
        let text = leg(race.to_vec()).comparison();
        assert_eq!(text, format!("Slower: d (1.3 times as long) and b (two times as long).{equal}"));
        assert_eq!(leg(race[..2].to_vec()).comparison(), "Fastest: a. Slower: b (two times as long).");
        assert!(!leg(race.to_vec()).is_among_the_fastest(&race[3]));
    }

    #[test]
    fn costs_that_differ_are_named() {
        let race = leg(vec![entry("a", 2, &[250.0]), entry("b", 12, &[251.0])]);
        let text = "How a contestant waits makes no clear difference to the time, but to threads (2 to 12).";
        assert_eq!(race.comparison(), text);
    }
}

//! The numbers that follow from the results, for the table and the page.

use super::{Entry, Leg, Run};

/// The ratio of wall times that are told apart. Closer ones are equal, even if no two rounds overlap.
const NOISE: f64 = 1.1;

/// The same for a single round, whose spread is unknown.
const NOISE_OF_ONE_ROUND: f64 = 1.5;

impl Leg {
    /// Returns the fastest contestant.
    pub fn best(&self) -> Option<&Entry> {
        self.entries.iter().min_by(|one, other| one.wall_ms().total_cmp(&other.wall_ms()))
    }

    /// Returns whether the rounds tell no difference between a contestant and the fastest one.
    pub fn is_among_the_fastest(&self, entry: &Entry) -> bool {
        self.best().is_some_and(|best| !entry.is_slower_than(best))
    }
}

impl Entry {
    /// Returns the median of a number over all rounds, or the one below it; `None` if no run tells it.
    pub fn median(&self, number: impl Fn(&Run) -> Option<f64>) -> Option<f64> {
        let numbers = self.runs.iter().filter_map(number);
        // A division by zero gives no number.
        let mut numbers: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.get(numbers.len().checked_sub(1)? / 2).copied()
    }

    /// Returns the run with the median wall time, or the one below it.
    pub fn median_run(&self) -> Option<&Run> {
        let median = self.wall_ms();
        self.runs.iter().find(|run| run.wall_ms == median)
    }

    /// Returns the median wall time; without a run, it is no number.
    pub fn wall_ms(&self) -> f64 {
        self.median(|run| Some(run.wall_ms)).unwrap_or(f64::NAN)
    }

    /// Returns the median of the memory.
    pub fn peak_bytes(&self) -> Option<f64> {
        self.median(|run| Some(run.peak_bytes? as f64))
    }

    /// Returns the most of any round.
    pub fn most(&self, number: impl Fn(&Run) -> Option<usize>) -> Option<usize> {
        self.runs.iter().filter_map(number).max()
    }

    /// Returns the most requests that were ever open at once, as the site saw it.
    pub fn most_open(&self) -> usize {
        self.runs.iter().map(|run| run.most_open).max().unwrap_or(0)
    }

    /// Returns the wall times of the fastest run and the slowest one.
    pub fn wall_range_ms(&self) -> (f64, f64) {
        let walls = || self.runs.iter().map(|run| run.wall_ms);
        (walls().fold(f64::NAN, f64::min), walls().fold(f64::NAN, f64::max))
    }

    /// Returns how much memory a run took beyond what the contestant holds when idle: for its requests, and
    /// for all that the crawl knows of their pages.
    pub fn beyond_idle(&self, run: &Run) -> Option<f64> {
        Some(run.peak_bytes?.saturating_sub(self.idle_bytes?) as f64)
    }

    /// Returns whether no round was as fast as the slowest round of `best`, and the medians differ clearly.
    pub fn is_slower_than(&self, best: &Entry) -> bool {
        let noise = if self.runs.len() > 1 { NOISE } else { NOISE_OF_ONE_ROUND };
        self.wall_ms() / best.wall_ms() >= noise && self.wall_range_ms().0 > best.wall_range_ms().1
    }
}

impl Run {
    /// Returns user and system time together.
    pub fn cpu_ms(&self) -> Option<f64> {
        Some(self.user_ms? + self.system_ms?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Entry, Leg, Run};

    fn entry(walls: &[f64]) -> Entry {
        let run = |wall_ms: &f64| Run { wall_ms: *wall_ms, ..Run::default() };
        Entry { runs: walls.iter().map(run).collect(), ..Entry::default() }
    }

    #[test]
    fn within_the_noise_of_the_rounds_nothing_is_slower() {
        let slower = |one: &[f64], other: &[f64]| {
            let leg = Leg { entries: vec![entry(one), entry(other)], ..Leg::default() };
            !leg.is_among_the_fastest(&leg.entries[1])
        };
        assert!(slower(&[250.0, 260.0], &[332.0, 333.0]));
        assert!(!slower(&[250.0, 260.0, 300.0], &[295.0, 296.0, 297.0]), "the rounds overlap");
        assert!(!slower(&[250.0, 251.0], &[255.0, 256.0]), "the medians are close");
        assert!(!slower(&[250.0], &[332.0]) && slower(&[250.0], &[510.0]), "one round tells less");
    }
}

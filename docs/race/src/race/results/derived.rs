//! What follows from the results: the numbers that the table and the page show.

use super::{Entry, Leg, Race, Run};

impl Race {
    /// Returns the contestants of all legs, each once.
    pub fn contestants(&self) -> Vec<&str> {
        let mut contestants: Vec<&str> = Vec::new();
        for entry in self.legs.iter().flat_map(|leg| &leg.entries) {
            if !contestants.contains(&entry.contestant.as_str()) {
                contestants.push(&entry.contestant);
            }
        }
        contestants
    }
}

impl Leg {
    /// Returns what this contestant did on the leg.
    pub fn entry(&self, contestant: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.contestant == contestant)
    }

    /// Returns the median wall time of the fastest.
    pub fn best_ms(&self) -> Option<f64> {
        self.entries.iter().filter_map(Entry::wall_ms).min_by(f64::total_cmp)
    }

    /// Returns how many times as long as the fastest a contestant took: 1.0 for that one.
    pub fn ratio_to_best(&self, entry: &Entry) -> Option<f64> {
        Some(entry.wall_ms()? / self.best_ms()?)
    }
}

impl Entry {
    /// Returns the median of something over all rounds; `None` if no run tells it.
    pub fn median(&self, number: impl Fn(&Run) -> Option<f64>) -> Option<f64> {
        let mut numbers: Vec<f64> = self.runs.iter().filter_map(number).collect();
        numbers.sort_by(f64::total_cmp);
        let middle = numbers.len() / 2;
        match numbers.len() {
            0 => None,
            length if length.is_multiple_of(2) => Some(f64::midpoint(numbers[middle - 1], numbers[middle])),
            _ => Some(numbers[middle]),
        }
    }

    /// Returns which run has the median wall time, or the one below it.
    pub fn median_run(&self) -> Option<usize> {
        let mut order: Vec<usize> = (0..self.runs.len()).collect();
        order.sort_by(|a, b| self.runs[*a].wall_ms.total_cmp(&self.runs[*b].wall_ms));
        order.get(order.len().checked_sub(1)? / 2).copied()
    }

    /// Returns the median wall time.
    pub fn wall_ms(&self) -> Option<f64> {
        self.median(|run| Some(run.wall_ms))
    }

    /// Returns the most requests that were ever open at once, as the site saw it.
    pub fn most_open(&self) -> usize {
        self.runs.iter().map(|run| run.most_open).max().unwrap_or(0)
    }

    /// Returns the wall times of the fastest run and the slowest one.
    pub fn wall_range_ms(&self) -> Option<(f64, f64)> {
        let walls = || self.runs.iter().map(|run| run.wall_ms);
        Some((walls().min_by(f64::total_cmp)?, walls().max_by(f64::total_cmp)?))
    }

    /// Returns how much memory a run took beyond what the contestant holds when idle: for its requests, and for all that
    /// the crawl knows of their pages.
    pub fn beyond_idle(&self, run: &Run) -> Option<f64> {
        Some(run.peak_bytes?.saturating_sub(self.idle_bytes?) as f64)
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
    use super::super::{Entry, Run};

    fn run(wall_ms: f64) -> Run {
        Run { wall_ms, peak_bytes: Some(5000), ..Run::default() }
    }

    fn entry(walls: &[f64]) -> Entry {
        let runs = walls.iter().copied().map(run).collect();
        Entry { idle_bytes: Some(1000), runs, ..Entry::default() }
    }

    #[test]
    fn the_median_is_the_middle_or_the_mean_of_the_two_in_the_middle() {
        for (walls, median) in
            [(&[][..], None), (&[7.0], Some(7.0)), (&[9.0, 1.0], Some(5.0)), (&[9.0, 1.0, 2.0], Some(2.0))]
        {
            assert_eq!(entry(walls).wall_ms(), median, "{walls:?}");
        }
    }

    #[test]
    fn the_median_run_is_one_that_took_place() {
        for (walls, median) in [
            (&[][..], None),
            (&[9.0, 1.0], Some(1)),
            (&[9.0, 1.0, 2.0], Some(2)),
            (&[4.0, 3.0, 2.0, 1.0], Some(2)),
        ] {
            assert_eq!(entry(walls).median_run(), median, "{walls:?}");
        }
    }

    #[test]
    fn an_idle_contestant_s_memory_is_not_counted() {
        let mut entry = entry(&[500.0]);
        assert_eq!(entry.beyond_idle(&entry.runs[0]), Some(4000.0));
        entry.runs[0].peak_bytes = None;
        assert_eq!(entry.beyond_idle(&entry.runs[0]), None);
    }
}

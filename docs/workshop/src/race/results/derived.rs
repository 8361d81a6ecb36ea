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

    /// The median wall time of the fastest.
    pub fn best_ms(&self) -> Option<f64> {
        self.entries.iter().filter_map(Entry::wall_ms).min_by(f64::total_cmp)
    }

    /// How many times as long as the fastest it took: 1.0 for that one.
    pub fn ratio_to_best(&self, entry: &Entry) -> Option<f64> {
        Some(entry.wall_ms()? / self.best_ms()?)
    }

    /// How many times as long as the least that is possible it took.
    pub fn ratio_to_floor(&self, entry: &Entry) -> Option<f64> {
        Some(entry.wall_ms()? / self.floor_ms?)
    }
}

impl Entry {
    /// The median of something over all rounds; `None` if no run tells it.
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

    /// Which run has the median wall time, or the one below it.
    pub fn median_run(&self) -> Option<usize> {
        let mut order: Vec<usize> = (0..self.runs.len()).collect();
        order.sort_by(|a, b| self.runs[*a].wall_ms.total_cmp(&self.runs[*b].wall_ms));
        order.get(order.len().checked_sub(1)? / 2).copied()
    }

    /// The median wall time.
    pub fn wall_ms(&self) -> Option<f64> {
        self.median(|run| Some(run.wall_ms))
    }

    /// The most requests that were ever open at once, as the site saw it.
    pub fn most_open(&self) -> usize {
        self.runs.iter().map(|run| run.most_open).max().unwrap_or(0)
    }

    /// The fastest run and the slowest one.
    pub fn wall_range_ms(&self) -> Option<(f64, f64)> {
        let walls = || self.runs.iter().map(|run| run.wall_ms);
        Some((walls().min_by(f64::total_cmp)?, walls().max_by(f64::total_cmp)?))
    }

    /// User and system time together.
    pub fn cpu_ms(&self) -> Option<f64> {
        self.median(|run| Some(run.user_ms? + run.system_ms?))
    }

    /// The median of the peaks of memory.
    pub fn peak_bytes(&self) -> Option<f64> {
        self.median(|run| run.peak_bytes.map(|bytes| bytes as f64))
    }

    /// Voluntary and involuntary switches together.
    pub fn switches(&self) -> Option<f64> {
        self.median(|run| Some((run.voluntary_switches? + run.involuntary_switches?) as f64))
    }

    /// How many pages it fetched in a second.
    pub fn pages_per_second(&self) -> Option<f64> {
        self.median(|run| Some(run.urls as f64 / run.wall_ms * 1e3))
    }

    /// What a page cost of the time on the wall, in milliseconds.
    pub fn ms_per_page(&self) -> Option<f64> {
        self.median(|run| Some(run.wall_ms / run.urls as f64))
    }

    /// What a page cost of the CPU's time, in milliseconds.
    pub fn cpu_ms_per_page(&self) -> Option<f64> {
        self.median(|run| Some((run.user_ms? + run.system_ms?) / run.urls as f64))
    }

    /// How much memory it took for each request that was open at its peak, beyond what it held when idle.
    ///
    /// That is the request itself, and all that the crawl knows of its page.
    pub fn memory_per_request(&self) -> Option<f64> {
        self.median(|run| Some(self.beyond_idle(run)? / run.most_open as f64))
    }

    /// How much memory it took for each page of the site, beyond what it held when idle.
    pub fn memory_per_page(&self) -> Option<f64> {
        self.median(|run| Some(self.beyond_idle(run)? / run.urls as f64))
    }

    fn beyond_idle(&self, run: &Run) -> Option<f64> {
        Some(run.peak_bytes?.saturating_sub(self.idle_bytes?) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Entry, Leg, Run};

    fn run(wall_ms: f64) -> Run {
        Run { wall_ms, peak_bytes: Some(5000), most_open: 40, urls: 100, ..Run::default() }
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
    fn the_fastest_and_the_floor_are_what_the_others_are_compared_with() {
        let entries = vec![entry(&[250.0, 300.0, 280.0]), entry(&[560.0])];
        let leg = Leg { floor_ms: Some(140.0), entries, ..Leg::default() };
        let ratios = |entry| (leg.ratio_to_best(entry), leg.ratio_to_floor(entry));
        assert_eq!(ratios(&leg.entries[0]), (Some(1.0), Some(2.0)));
        assert_eq!(ratios(&leg.entries[1]), (Some(2.0), Some(4.0)));
    }

    #[test]
    fn what_it_holds_when_idle_is_no_page_s_memory() {
        let entry = entry(&[500.0]);
        assert_eq!(entry.memory_per_request(), Some(100.0));
        assert_eq!(entry.memory_per_page(), Some(40.0));
        assert_eq!(entry.pages_per_second(), Some(200.0));
    }

    #[test]
    fn what_the_platform_does_not_tell_has_no_median() {
        let mut silent = entry(&[500.0]);
        silent.runs[0].peak_bytes = None;
        assert_eq!((silent.memory_per_page(), silent.cpu_ms(), silent.switches()), (None, None, None));
    }
}

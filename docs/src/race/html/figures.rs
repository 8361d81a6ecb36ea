//! What follows from the numbers of a race.

use crate::race::results::{Entry, Leg, Run};

impl Leg {
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
        numbers.get(numbers.len().saturating_sub(1) / 2).copied()
    }

    /// The median wall time.
    pub fn wall_ms(&self) -> Option<f64> {
        self.median(|run| Some(run.wall_ms))
    }

    /// The fastest run and the slowest one.
    pub fn wall_range_ms(&self) -> Option<(f64, f64)> {
        let walls = || self.runs.iter().map(|run| run.wall_ms);
        Some((walls().min_by(f64::total_cmp)?, walls().max_by(f64::total_cmp)?))
    }

    /// The median of the peaks of memory.
    pub fn peak_bytes(&self) -> Option<f64> {
        self.median(|run| run.peak_bytes.map(|bytes| bytes as f64))
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

//! The results of a race, as `--json` prints it and `--from` reads it again.
//!
//! Times are in milliseconds, sizes in bytes. What the platform does not tell is `None`.

use serde::{Deserialize, Serialize};

/// A race: every contestant over the same course, in rounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Race {
    /// The name of the course, such as `ten-pages`.
    pub course: String,
    /// The course in a sentence.
    pub about: String,
    /// The machine in a few words, such as `linux, x86_64, 2 cores`.
    pub machine: String,
    /// The number of runs of each contestant on each leg.
    pub rounds: usize,
    /// The legs: one, or several for a course that grows.
    pub legs: Vec<Leg>,
}

/// One size of the course.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// The name, such as `10 pages of 250 ms`.
    pub name: String,
    /// The number of requests that a contestant may have in flight.
    pub max_tasks: usize,
    /// The least time that the leg can take: what the site waits on the longest road through it.
    pub floor_ms: Option<f64>,
    /// The contestants, in the order in which they started.
    pub entries: Vec<Entry>,
}

/// The runs of one contestant on a leg.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name in the race, such as `threads`.
    pub contestant: String,
    /// Its package, such as `stage1-blocking`.
    pub stage: String,
    /// The way in which it waits, such as `a pool of threads`.
    pub about: String,
    /// The memory that it takes for a single page.
    pub idle_bytes: Option<u64>,
    /// The runs, one for each round.
    pub runs: Vec<Run>,
    /// The requests of the run whose wall time is the median, in the order in which they began: all, or
    /// evenly chosen ones of many.
    pub lanes: Vec<Lane>,
}

/// The costs of one run. The processes that the contestant starts are counted with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The time from the start of its process to its end.
    pub wall_ms: f64,
    /// The CPU's time in the program, and in the system on its behalf.
    pub cpu_ms: Option<f64>,
    /// The most resident memory.
    pub peak_bytes: Option<u64>,
    /// The most threads and processes that were seen at once.
    pub threads: Option<u64>,
    pub processes: Option<u64>,
    /// How often it gave up the CPU to wait, or the CPU was taken from it.
    pub switches: Option<i64>,
    /// The most requests that were open at once, as the site saw it.
    pub most_open: usize,
    /// The number of URLs in its report.
    pub urls: usize,
    /// Its requests, which are saved for the median run alone.
    #[serde(skip)]
    pub lanes: Vec<Lane>,
}

/// The times of a request, as the site saw it, from the start of the contestant's process: its connection is
/// accepted; it has been read; the first and the last byte of its answer are sent; its connection is closed.
/// What did not happen is `None`.
pub type Lane = [Option<f64>; 5];

impl Entry {
    /// Returns the median of a number over all rounds, or the one below it; `None` if no run tells it.
    pub fn median(&self, number: impl Fn(&Run) -> Option<f64>) -> Option<f64> {
        // A division by zero gives no number.
        let mut numbers: Vec<f64> = self.runs.iter().filter_map(number).filter(|n| n.is_finite()).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.get(numbers.len().checked_sub(1)? / 2).copied()
    }

    /// Returns the median wall time; without a run, it is no number.
    pub fn wall_ms(&self) -> f64 {
        self.median(|run| Some(run.wall_ms)).unwrap_or(f64::NAN)
    }
}

//! What a race finds out, as `--json` prints it and `--from` reads it again.
//!
//! Times are in milliseconds, sizes in bytes. What the platform does not tell is `None`.

mod derived;

use serde::{Deserialize, Serialize};

/// A race: every contestant over the same course, in rounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Race {
    /// The name of the course, such as `ten-pages`.
    pub course: String,
    /// The course in a sentence.
    pub about: String,
    pub machine: Machine,
    /// How often each contestant ran each leg.
    pub rounds: usize,
    /// One, or several for a course that grows.
    pub legs: Vec<Leg>,
}

/// Where the race took place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Such as `linux` and `x86_64`.
    pub system: String,
    pub architecture: String,
    /// How many threads can run at once.
    pub cores: usize,
}

/// One size of the course.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// Such as `10 pages of 250 ms`.
    pub name: String,
    /// How many pages the site has; `None` where nobody counted them before.
    pub pages: Option<usize>,
    /// How many requests a contestant may have in flight.
    pub max_tasks: usize,
    /// The least time that the leg can take: what the site waits on the longest road through it.
    pub floor_ms: Option<f64>,
    /// In the order in which they started.
    pub entries: Vec<Entry>,
}

/// How one contestant did on a leg.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name in the race, such as `threads`.
    pub contestant: String,
    /// Its package, such as `stage1-blocking`.
    pub stage: String,
    /// What it is, in a few words, such as `a pool of threads`.
    pub about: String,
    /// What it had in memory before its first request: see [`Entry::memory_per_request`].
    pub idle_bytes: Option<u64>,
    /// One for each round.
    pub runs: Vec<Run>,
    /// What the pictures show: the run whose wall time is the median.
    pub trace: Trace,
}

/// What one run of one contestant cost. The processes that it starts are counted with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// From the start of its process to its end.
    pub wall_ms: f64,
    /// The CPU's time in the program, and in the system on its behalf.
    pub user_ms: Option<f64>,
    pub system_ms: Option<f64>,
    /// The most resident memory.
    pub peak_bytes: Option<u64>,
    /// The most threads and processes that were seen at once.
    pub threads: Option<usize>,
    pub processes: Option<usize>,
    /// How often it gave up the CPU to wait, and how often the CPU was taken from it.
    pub voluntary_switches: Option<u64>,
    pub involuntary_switches: Option<u64>,
    /// The most requests that were open at once, as the site saw it.
    pub most_open: usize,
    /// How many connections and requests the site saw.
    pub connections: u64,
    pub requests: u64,
    /// How many URLs are in its report.
    pub urls: usize,
}

/// What happened in the course of one run. Its clock starts with the contestant's process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Its connections as the site saw them, sorted by time: all, or evenly chosen ones of many.
    pub lanes: Vec<Lane>,
    /// How many connections there were, of which `lanes` are some.
    pub connections: usize,
    /// How many requests were open from this time on: pairs of milliseconds and a number.
    pub in_flight: Vec<(f64, usize)>,
    /// How much memory was resident at this time: pairs of milliseconds and bytes.
    pub memory: Vec<(f64, u64)>,
}

/// One connection; each time is in milliseconds. What did not happen is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    /// Path and query of the request.
    pub path: Option<String>,
    pub accepted: f64,
    /// When the request had been read: the site begins to wait.
    pub requested: Option<f64>,
    /// When the first byte of the answer was sent.
    pub first_byte: Option<f64>,
    /// When the last byte of the answer was sent.
    pub answered: Option<f64>,
    /// When the connection was closed.
    pub ended: Option<f64>,
}

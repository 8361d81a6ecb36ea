//! What a race finds out, as `--json` prints it and `--from` reads it again.
//!
//! Times are in milliseconds, sizes in bytes. What the platform does not tell is `None`.

mod derived;
mod lesson;

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
    /// How many pages the site has; `None` where they are not known before.
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
    /// What it had in memory before its first request.
    pub idle_bytes: Option<u64>,
    /// One for each round.
    pub runs: Vec<Run>,
    /// The requests of the run whose wall time is the median, in the order in which they began: all, or evenly chosen
    /// ones of many.
    pub lanes: Vec<Lane>,
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

/// A request as the site saw it, with the connection that carried it. Each time is in milliseconds from the start of the
/// contestant's process. What did not happen is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    /// When its connection was accepted; for a further request on a connection, when that request had been read.
    pub accepted: f64,
    /// When the request had been read: the site begins to wait.
    pub requested: Option<f64>,
    /// When the first byte of the answer was sent.
    pub first_byte: Option<f64>,
    /// When the last byte of the answer was sent.
    pub answered: Option<f64>,
    /// When the connection was closed; if it carried another request, when this answer was complete.
    pub ended: Option<f64>,
}

//! The results of a race, as `--json` prints it and `--from` reads it again.
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
    /// The number of runs of each contestant on each leg.
    pub rounds: usize,
    /// The legs: one, or several for a course that grows.
    pub legs: Vec<Leg>,
}

/// The machine of a race.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The names of the platform, such as `linux` and `x86_64`.
    pub system: String,
    pub architecture: String,
    /// The number of threads that can run at once.
    pub cores: usize,
}

/// One size of the course.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// The name, such as `10 pages of 250 ms`.
    pub name: String,
    /// The number of pages on the site; `None` where it is not known before.
    pub pages: Option<usize>,
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
    pub user_ms: Option<f64>,
    pub system_ms: Option<f64>,
    /// The most resident memory.
    pub peak_bytes: Option<u64>,
    /// The most threads and processes that were seen at once.
    pub threads: Option<usize>,
    pub processes: Option<usize>,
    /// The numbers of times that it gave up the CPU to wait, and that the CPU was taken from it.
    pub voluntary_switches: Option<u64>,
    pub involuntary_switches: Option<u64>,
    /// The most requests that were open at once, as the site saw it.
    pub most_open: usize,
    /// The numbers of connections and requests, as the site saw them.
    pub connections: u64,
    pub requests: u64,
    /// The number of URLs in its report.
    pub urls: usize,
    /// Its requests, which are saved for the median run alone.
    #[serde(skip)]
    pub lanes: Vec<Lane>,
}

/// A request as the site saw it, with the connection that carried it. Each time is in milliseconds from the
/// start of the contestant's process. What did not happen is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    /// The time at which its connection was accepted; for a further request on a connection, the time of
    /// `requested`.
    pub accepted: f64,
    /// The time at which the request had been read: the site begins to wait.
    pub requested: Option<f64>,
    /// The time at which the first byte of the answer was sent.
    pub first_byte: Option<f64>,
    /// The time at which the last byte of the answer was sent.
    pub answered: Option<f64>,
    /// The time at which the connection was closed; if it carried another request, the time of `answered`.
    pub ended: Option<f64>,
}

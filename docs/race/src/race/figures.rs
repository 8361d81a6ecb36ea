//! The figures of a race, each with its name, its meaning and its number, for the table in the terminal and for the page.

use super::results::{Entry, Leg, Race, Run};
use crate::units;
pub use crate::units::bytes;

/// What holds of all figures.
pub const MEDIANS: &str = "Each number is the median of the rounds, unless it is said to be of any round.";

/// A number that a contestant has on a leg.
#[derive(Clone, Copy)]
pub struct Figure {
    pub name: &'static str,
    pub meaning: &'static str,
    number: fn(&Leg, &Entry) -> Option<f64>,
    /// Writes the number.
    pub said: fn(f64) -> String,
    /// The number's unit is a power of this.
    pub unit: f64,
}

pub const WALL: Figure =
    Figure::new("wall", "from the start of the process to its end", |_, entry| entry.wall_ms(), milliseconds);

pub const TO_BEST: Figure = Figure::new(
    "to best",
    "the wall time in times of the best contestant's",
    |leg, entry| leg.ratio_to_best(entry),
    ratio,
);

const TO_FLOOR: Figure = Figure::new(
    "to floor",
    "the wall time in times of what the site itself waits, the least time that is possible",
    |leg, entry| Some(entry.wall_ms()? / leg.floor_ms?),
    ratio,
);

const WALL_PER_PAGE: Figure = Figure::new(
    "wall/page",
    "the wall time by the URLs in its report",
    |_, entry| entry.median(|run| Some(run.wall_ms / run.urls as f64)),
    milliseconds,
);

const CPU_PER_PAGE: Figure = Figure::new(
    "CPU/page",
    "user and system time by the URLs in its report",
    |_, entry| entry.median(|run| Some(run.cpu_ms()? / run.urls as f64)),
    milliseconds,
);

pub const CPU: Figure =
    Figure::new("CPU", "user and system time together", |_, entry| entry.median(Run::cpu_ms), milliseconds);

pub const MEMORY: Figure = Figure::new(
    "memory",
    "the most that was resident; what several processes share is counted for each of them",
    |_, entry| entry.median(|run| Some(run.peak_bytes? as f64)),
    bytes,
)
.in_powers_of(1024.0);

const MEMORY_PER_REQUEST: Figure = Figure::new(
    "memory/request",
    "beyond what it held when idle, by the requests open at once",
    |_, entry| entry.median(|run| Some(entry.beyond_idle(run)? / run.most_open as f64)),
    bytes,
)
.in_powers_of(1024.0);

const MEMORY_PER_PAGE: Figure = Figure::new(
    "memory/page",
    "beyond what it held when idle, by the URLs in its report",
    |_, entry| entry.median(|run| Some(entry.beyond_idle(run)? / run.urls as f64)),
    bytes,
)
.in_powers_of(1024.0);

pub const THREADS: Figure =
    Figure::new("threads", THREADS_MEANING, |_, entry| most(entry, |run| run.threads), whole);

const THREADS_MEANING: &str =
    "the most at once of any round; each program has a first thread, and one that waits for Ctrl-C";

pub const PROCESSES: Figure = Figure::new(
    "procs",
    "processes: the most at once of any round",
    |_, entry| most(entry, |run| run.processes),
    whole,
);

pub const SWITCHES: Figure = Figure::new(
    "switches",
    "how often it gave up the CPU to wait, or the CPU was taken from it",
    |_, entry| entry.median(|run| Some((run.voluntary_switches? + run.involuntary_switches?) as f64)),
    counted,
);

pub const AT_ONCE: Figure = Figure::new(
    "at once",
    "the most requests open at once of any round, as the site saw it",
    |_, entry| most(entry, |run| Some(run.most_open)),
    whole,
);

pub const CONNECTIONS: Figure = Figure::new(
    "conns",
    "connections that the site accepted, each of which may carry several requests",
    |_, entry| entry.median(|run| Some(run.connections as f64)),
    counted,
);

pub const PAGES_PER_SECOND: Figure = Figure::new(
    "pages/s",
    "the URLs in its report by wall time",
    |_, entry| entry.median(|run| Some(run.urls as f64 / run.wall_ms * 1e3)),
    counted,
);

/// Returns what is followed from leg to leg: on a course that waits, the price of waiting, else the price of a page.
pub fn growth(race: &Race) -> [(&'static str, Figure); 3] {
    let cpu = ("CPU time per page", CPU_PER_PAGE);
    match race.legs.iter().all(|leg| leg.floor_ms.is_some()) {
        true => {
            [("Wall time, to floor", TO_FLOOR), cpu, ("Memory per request in flight", MEMORY_PER_REQUEST)]
        }
        false => [("Wall time per page", WALL_PER_PAGE), cpu, ("Memory per page", MEMORY_PER_PAGE)],
    }
}

impl Figure {
    const fn new(
        name: &'static str,
        meaning: &'static str,
        number: fn(&Leg, &Entry) -> Option<f64>,
        said: fn(f64) -> String,
    ) -> Figure {
        Figure { name, meaning, number, said, unit: 1000.0 }
    }

    const fn in_powers_of(self, unit: f64) -> Figure {
        Figure { unit, ..self }
    }

    /// Returns the number, where it is known and can be one.
    pub fn of(&self, leg: &Leg, entry: &Entry) -> Option<f64> {
        (self.number)(leg, entry).filter(|number| is_sane(*number))
    }

    /// Returns the number as it is written.
    pub fn text(&self, leg: &Leg, entry: &Entry) -> Option<String> {
        self.of(leg, entry).map(self.said)
    }
}

/// Returns whether a number can be the result of a race: a division by zero gives none.
pub fn is_sane(number: f64) -> bool {
    number.abs() < 1e15
}

/// Writes a time: in seconds, if it is long.
pub fn milliseconds(ms: f64) -> String {
    match ms {
        // The clock of some systems ticks so coarsely that short times are none.
        0.0 => "0 ms".to_owned(),
        ..99_950.0 => units::time(ms * 1e6),
        _ => format!("{:.0} s", ms / 1e3),
    }
}

/// Writes how many times as much.
pub fn ratio(ratio: f64) -> String {
    if ratio < 9.995 { format!("{ratio:.2}x") } else { format!("{}x", units::count(ratio)) }
}

/// Writes a number of things: there is no half of one.
fn counted(number: f64) -> String {
    if number < 999.5 { whole(number) } else { units::count(number) }
}

fn whole(number: f64) -> String {
    units::whole(number.round() as usize)
}

fn most(entry: &Entry, of: fn(&Run) -> Option<usize>) -> Option<f64> {
    entry.runs.iter().filter_map(of).max().map(|most| most as f64)
}

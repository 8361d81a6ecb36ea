//! The figures of a race: what each is called, what it means, how it is had and how it is written. The table in the
//! terminal and the page both take them from here.

use super::results::{Entry, Leg, Race, Run};
use crate::units;
pub use crate::units::bytes;

/// What holds of all of them.
pub const MEDIANS: &str = "Each number is the median of the rounds, unless it is said to be of any round.";

/// A number that a contestant has on a leg.
pub struct Figure {
    pub name: &'static str,
    pub meaning: &'static str,
    number: fn(&Leg, &Entry) -> Option<f64>,
    /// How it is written.
    pub said: fn(f64) -> String,
    /// What it is round in: its powers are the units.
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

pub const TO_FLOOR: Figure = Figure::new(
    "to floor",
    "the wall time in times of what the site itself waits, which nobody can beat",
    |leg, entry| leg.ratio_to_floor(entry),
    ratio,
);

pub const WALL_PER_PAGE: Figure = Figure::new(
    "wall/page",
    "the wall time by the URLs in its report",
    |_, entry| entry.ms_per_page(),
    milliseconds,
);

pub const CPU_PER_PAGE: Figure = Figure::new(
    "CPU/page",
    "user and system time by the URLs in its report",
    |_, entry| entry.cpu_ms_per_page(),
    milliseconds,
);

pub const USER: Figure =
    Figure::new("user", "CPU time in the program", |_, entry| entry.median(|run| run.user_ms), milliseconds);

pub const SYSTEM: Figure = Figure::new(
    "system",
    "CPU time in the system on its behalf",
    |_, entry| entry.median(|run| run.system_ms),
    milliseconds,
);

pub const MEMORY: Figure = Figure::new(
    "memory",
    "the most that was resident; what several processes share is counted for each of them",
    |_, entry| entry.peak_bytes(),
    bytes,
)
.in_powers_of(1024.0);

pub const MEMORY_PER_REQUEST: Figure = Figure::new(
    "memory/request",
    "beyond what it held when idle, by the requests open at once",
    |_, entry| entry.memory_per_request(),
    bytes,
)
.in_powers_of(1024.0);

pub const MEMORY_PER_PAGE: Figure = Figure::new(
    "memory/page",
    "beyond what it held when idle, by the URLs in its report",
    |_, entry| entry.memory_per_page(),
    bytes,
)
.in_powers_of(1024.0);

pub const THREADS: Figure =
    Figure::new("threads", "the most at once of any round", |_, entry| most(entry, |run| run.threads), whole);

pub const PROCESSES: Figure = Figure::new(
    "procs",
    "processes: the most at once of any round",
    |_, entry| most(entry, |run| run.processes),
    whole,
);

pub const SWITCHES: Figure = Figure::new(
    "switches",
    "how often it gave up the CPU to wait, or the CPU was taken from it",
    |_, entry| entry.switches(),
    counted,
);

pub const WAITS: Figure = Figure::new(
    "waits",
    "how often it gave up the CPU to wait (voluntary context switches)",
    |_, entry| entry.median(|run| run.voluntary_switches.map(|number| number as f64)),
    counted,
);

pub const PREEMPTED: Figure = Figure::new(
    "preempted",
    "how often the CPU was taken from it (involuntary context switches)",
    |_, entry| entry.median(|run| run.involuntary_switches.map(|number| number as f64)),
    counted,
);

pub const AT_ONCE: Figure = Figure::new(
    "at once",
    "the most requests open at once of any round, as the site saw it",
    |_, entry| most(entry, |run| Some(run.most_open)),
    whole,
);

pub const PAGES_PER_SECOND: Figure = Figure::new(
    "pages/s",
    "the URLs in its report by wall time",
    |_, entry| entry.pages_per_second(),
    counted,
);

/// What is followed from leg to leg: on a course that waits, the price of waiting, else the price of a page.
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

    /// The number, where it is known and can be one.
    pub fn of(&self, leg: &Leg, entry: &Entry) -> Option<f64> {
        (self.number)(leg, entry).filter(|number| is_sane(*number))
    }

    /// The number as it is written.
    pub fn text(&self, leg: &Leg, entry: &Entry) -> Option<String> {
        self.of(leg, entry).map(self.said)
    }
}

/// Whether it can be the result of a race: what is divided by nothing is not.
pub fn is_sane(number: f64) -> bool {
    number.abs() < 1e15
}

/// A time: in seconds, if it is long.
pub fn milliseconds(ms: f64) -> String {
    match ms {
        // The clock of some systems ticks so coarsely that short times are none.
        0.0 => "0 ms".to_owned(),
        ..99_950.0 => units::time(ms * 1e6),
        _ => format!("{:.0} s", ms / 1e3),
    }
}

/// How many times as much.
pub fn ratio(ratio: f64) -> String {
    if ratio < 9.995 { format!("{ratio:.2}x") } else { format!("{}x", units::count(ratio)) }
}

/// A number of things: there is no half of one.
fn counted(number: f64) -> String {
    if number < 999.5 { whole(number) } else { units::count(number) }
}

fn whole(number: f64) -> String {
    units::whole(number.round() as usize)
}

fn most(entry: &Entry, of: fn(&Run) -> Option<usize>) -> Option<f64> {
    entry.runs.iter().filter_map(of).max().map(|most| most as f64)
}

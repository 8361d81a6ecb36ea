//! The columns of a race's tables: the figures of each contestant.

use common::text::{count, range, size, time, whole};

use crate::results::{Entry, Leg, Race, Run};

/// The note that holds of all figures.
pub const MEDIANS: &str = "Each number is the median of the rounds, unless it is said to be of any round.";

/// The note on a race on another system than Linux.
pub const NOT_ON_LINUX: &str = "Memory, threads and processes are known on Linux alone.";

/// A column of a leg's table. A column in which every cell is `None` is left out.
pub struct Column {
    pub name: &'static str,
    pub meaning: &'static str,
    pub cell: Cell,
}

type Cell = fn(&Leg, &Entry) -> Option<String>;

const fn column(name: &'static str, meaning: &'static str, cell: Cell) -> Column {
    Column { name, meaning, cell }
}

pub const THREADS: &str =
    "the most at once of any round; each program has a first thread, and one that waits for Ctrl-C";
pub const MEMORY: &str =
    "the most that was resident; what several processes share is counted for each of them";
pub const CPU: &str = "user and system time together";
const WALL: &str = "from the start of the process to its end";
const WALLS: &str = "the wall times of the fastest and of the slowest run";
const TO_BEST: &str = "the wall time in times of the best contestant's";
const PROCESSES: &str = "processes: the most at once of any round";
const SWITCHES: &str = "how often it gave up the CPU to wait, or the CPU was taken from it";
const AT_ONCE: &str = "the most requests open at once, as the site saw it, in the round that had the fewest";
const CONNECTIONS: &str = "connections that the site accepted, each of which may carry several requests";
const PAGES: &str = "the URLs in its report by wall time";

/// The columns, from left to right.
pub const COLUMNS: [Column; 11] = [
    column("wall", WALL, |_, entry| entry.median(|run| Some(run.wall_ms)).map(milliseconds)),
    column("min–max", WALLS, walls),
    column("to best", TO_BEST, |leg, entry| ratio(entry.wall_ms() / leg.best()?.wall_ms())),
    column("CPU", CPU, |_, entry| entry.median(Run::cpu_ms).map(milliseconds)),
    column("memory", MEMORY, |_, entry| entry.peak_bytes().map(size)),
    column("threads", THREADS, |_, entry| entry.most(|run| run.threads).map(whole)),
    column("procs", PROCESSES, |_, entry| entry.most(|run| run.processes).map(whole)),
    column("switches", SWITCHES, |_, entry| entry.median(switches).map(counted)),
    column("at once", AT_ONCE, at_once),
    column("conns", CONNECTIONS, connections),
    column("pages/s", PAGES, pages_per_second),
];

fn walls(_: &Leg, entry: &Entry) -> Option<String> {
    let (least, most) = entry.wall_range_ms();
    (entry.runs.len() > 1).then(|| range(&milliseconds(least), &milliseconds(most)))
}

fn switches(run: &Run) -> Option<f64> {
    Some((run.voluntary_switches? + run.involuntary_switches?) as f64)
}

/// Writes how many requests were open. A site that answers at once sees one at a time, however many are
/// wanted.
fn at_once(leg: &Leg, entry: &Entry) -> Option<String> {
    let is_told = leg.floor_ms.is_some() || leg.entries.iter().any(|entry| entry.most_open() > 1);
    let fewest = entry.runs.iter().map(|run| run.most_open).min()?;
    is_told.then(|| whole(fewest))
}

/// Writes the connections, unless there is one for each request, which is not worth a column.
fn connections(leg: &Leg, entry: &Entry) -> Option<String> {
    let mut runs = leg.entries.iter().flat_map(|entry| &entry.runs);
    let is_told = runs.any(|run| run.connections * 2 < run.requests);
    entry.median(|run| Some(run.connections as f64)).filter(|_| is_told).map(counted)
}

/// Writes how fast pages come. Where the site waits, this would only show how long.
fn pages_per_second(leg: &Leg, entry: &Entry) -> Option<String> {
    let is_told = leg.floor_ms.is_none();
    entry.median(|run| Some(run.urls as f64 / run.wall_ms * 1e3)).filter(|_| is_told).map(counted)
}

/// Writes a time in milliseconds.
pub fn milliseconds(ms: f64) -> String {
    time(ms * 1e6)
}

/// Writes a number of things: there is no half of one.
fn counted(number: f64) -> String {
    if number < 999.5 { whole(number.round() as usize) } else { count(number) }
}

/// Writes how many times as much.
pub fn ratio(ratio: f64) -> Option<String> {
    let text = if ratio < 9.995 { format!("{ratio:.2}x") } else { format!("{}x", count(ratio)) };
    ratio.is_finite().then_some(text)
}

/// A cost that is followed from leg to leg.
pub struct Cost {
    pub title: &'static str,
    pub of: fn(&Entry) -> Option<f64>,
    pub text: fn(f64) -> String,
}

/// Returns what is followed from leg to leg: where the site waits, the price of waiting, else the price of a
/// page.
pub fn costs(race: &Race) -> [Cost; 2] {
    let cpu = |entry: &Entry| entry.median(|run| Some(run.cpu_ms()? / run.urls as f64));
    let request = |entry: &Entry| entry.median(|run| Some(entry.beyond_idle(run)? / run.most_open as f64));
    let page = |entry: &Entry| entry.median(|run| Some(entry.beyond_idle(run)? / run.urls as f64));
    let memory = match race.legs.iter().all(|leg| leg.floor_ms.is_some()) {
        true => Cost { title: "Memory per request in flight", of: request, text: size },
        false => Cost { title: "Memory per page", of: page, text: size },
    };
    [Cost { title: "CPU time per page", of: cpu, text: milliseconds }, memory]
}

//! Running a program to its end, and what that costs: with all the processes that it starts.
//!
//! `running` waits for the end. CPU time and switches are what the system has counted (`usage`). Memory and threads are
//! looked at while it runs (`tree`): the peak that the system counts for a child includes its parent's memory.

mod running;
mod tree;
mod usage;

use std::io;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use running::{End, Running, lock};
use tree::{LONGEST, SHARE, Tree};
use usage::Meter;
pub use usage::Usage;

/// How often a process is looked at, at most.
const INTERVAL: Duration = Duration::from_millis(5);

/// The longer a run has lasted, the less often it is looked at: this often in a time as long as it has lasted.
const LOOKS: u32 = 400;

/// What a program has cost and said.
#[derive(Debug)]
pub struct Measured {
    /// From its start to its end.
    pub wall: Duration,
    /// `None`, if it was ended because it took too long.
    pub status: Option<ExitStatus>,
    /// All that it said.
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// What the system has counted.
    pub usage: Usage,
    /// The most resident memory.
    pub peak: Option<u64>,
    /// The most threads and processes at once.
    pub threads: Option<usize>,
    pub processes: Option<usize>,
}

/// Runs `command`, for `limit` at most; a program that takes longer is ended.
///
/// # Errors
/// If there is no such program, or if the system tells nothing of it.
pub fn measure(command: &mut Command, limit: Duration) -> io::Result<Measured> {
    let meter = Meter::start()?;
    let started = Instant::now();
    let running = Running::start(command)?;
    let mut looks = Looks::at(running.id(), started);
    let has_ended = looks.until_end(&running, limit);
    let (child, End { at, status, stdout, stderr }) = running.finish(has_ended)?;
    let (wall, usage) = (at.duration_since(started), meter.stop(&mut lock(&child))?);
    let Looks { peak, threads, processes, .. } = looks;
    Ok(Measured { wall, status, stdout, stderr, usage, peak, threads, processes })
}

/// What was seen of a running process.
struct Looks {
    tree: Tree,
    started: Instant,
    peak: Option<u64>,
    threads: Option<usize>,
    processes: Option<usize>,
}

impl Looks {
    fn at(process: u32, started: Instant) -> Looks {
        let tree = Tree::of(process);
        Looks { tree, started, peak: None, threads: None, processes: None }
    }

    /// Looks at a process until it ends, or until it has taken too long: false.
    fn until_end(&mut self, running: &Running, limit: Duration) -> bool {
        let mut interval = INTERVAL;
        while self.started.elapsed() < limit {
            if running.ends_within(interval) {
                return true;
            }
            interval = self.look();
        }
        false
    }

    /// Looks, and says how long to wait before the next time.
    fn look(&mut self) -> Duration {
        let time = self.started.elapsed();
        if let Some(seen) = self.tree.look() {
            self.peak = self.peak.max(Some(seen.resident.max(seen.highest)));
            self.threads = self.threads.max(seen.threads);
            self.processes = self.processes.max(Some(seen.processes));
        }
        let cost = self.started.elapsed().saturating_sub(time);
        (time / LOOKS).max(cost * SHARE).clamp(INTERVAL, LONGEST)
    }
}

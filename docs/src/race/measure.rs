//! Running a program to its end, and what that costs: with all the processes that it starts.
//!
//! CPU time and switches are what the system has counted (`usage`). Memory and threads are looked at while it runs
//! (`tree`): the system's own peak, for who waits for a process, includes the memory of the program that started it.

mod tree;
mod usage;

use std::io::{self, Read};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tree::{SHARE, Tree};
use usage::Meter;
pub use usage::Usage;

/// How often a process is looked at, at most.
const INTERVAL: Duration = Duration::from_millis(5);

/// A long run is not looked at more often than a picture can show: this often in each stretch as long as what was before.
const LOOKS: u32 = 400;

/// How long is waited between asking whether a process that has closed its output has ended.
const SOON: Duration = Duration::from_micros(100);

/// What a program has cost and said.
#[derive(Debug)]
pub struct Measured {
    pub wall: Duration,
    /// `None`, if it was ended because it took too long.
    pub status: Option<ExitStatus>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub usage: Usage,
    /// The most resident memory.
    pub peak: Option<u64>,
    /// The most threads and processes at once.
    pub threads: Option<usize>,
    pub processes: Option<usize>,
    /// How much memory was resident at which time.
    pub memory: Vec<(Duration, u64)>,
}

/// Runs `command`, for `limit` at most; a program that takes longer is ended.
///
/// # Errors
/// There is no such program, or what the system says when it tells nothing of it.
pub fn measure(command: &mut Command, limit: Duration) -> io::Result<Measured> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let meter = Meter::start()?;
    let started = Instant::now();
    let mut child = command.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let mut looks = Looks::at(&child, started);
    let child = Arc::new(Mutex::new(child));
    let (sender, ended) = channel();
    let end = wait(Arc::clone(&child), stdout, sender);
    let stderr = thread::spawn(move || read(stderr));
    let mut interval = INTERVAL;
    let in_time = loop {
        if started.elapsed() > limit {
            break false;
        }
        match ended.recv_timeout(interval) {
            Err(RecvTimeoutError::Timeout) => interval = looks.look(),
            Ok(()) | Err(RecvTimeoutError::Disconnected) => break true,
        }
    };
    if !in_time {
        let mut child = lock(&child);
        child.kill()?;
        child.wait()?;
    }
    // A process that outlives its parent may hold the output of one that was ended: nobody waits for that.
    let end = if in_time { Some(joined(end)??) } else { None };
    let stderr = if in_time { joined(stderr)? } else { Vec::new() };
    let usage = meter.stop(&mut lock(&child))?;
    let wall = end.as_ref().map_or(limit, |end| end.at.duration_since(started));
    let (status, stdout) = end.map(|end| (end.status, end.stdout)).unzip();
    let Looks { peak, threads, processes, memory, .. } = looks;
    let stdout = stdout.unwrap_or_default();
    Ok(Measured { wall, status, stdout, stderr, usage, peak, threads, processes, memory })
}

/// How a process ended.
struct End {
    at: Instant,
    status: ExitStatus,
    stdout: Vec<u8>,
}

/// Waits for the end of a process, in a thread of its own: on a busy machine, one that sleeps hears of it sooner than
/// one that has just been looking around.
///
/// Nothing is looked at when it begins to speak, though it then holds all that it has to say: on a busy machine that
/// makes it wait for milliseconds before it can end. `ended` is closed at the end.
fn wait(
    child: Arc<Mutex<Child>>,
    stdout: Option<ChildStdout>,
    ended: Sender<()>,
) -> JoinHandle<io::Result<End>> {
    thread::spawn(move || {
        let _ended = ended;
        let stdout = read(stdout);
        loop {
            // The time is taken first: to clear away a process that was looked at can take milliseconds.
            let at = Instant::now();
            // The lock is not kept: a process that closes its output, and lives on, can still be ended.
            let status = lock(&child).try_wait()?;
            if let Some(status) = status {
                return Ok(End { at, status, stdout });
            }
            thread::sleep(SOON);
        }
    })
}

fn read(from: Option<impl Read>) -> Vec<u8> {
    let mut text = Vec::new();
    // What could be read before an error is what there is.
    let _ = from.map(|mut from| from.read_to_end(&mut text));
    text
}

fn lock(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

fn joined<T>(thread: JoinHandle<T>) -> io::Result<T> {
    thread.join().map_err(|_| io::Error::other("a thread that measures has panicked"))
}

/// What was seen of a running process.
struct Looks {
    tree: Tree,
    started: Instant,
    peak: Option<u64>,
    threads: Option<usize>,
    processes: Option<usize>,
    memory: Vec<(Duration, u64)>,
}

impl Looks {
    fn at(child: &Child, started: Instant) -> Looks {
        let tree = Tree::of(child.id());
        Looks { tree, started, peak: None, threads: None, processes: None, memory: Vec::new() }
    }

    /// Looks, and says how long to wait before the next time.
    fn look(&mut self) -> Duration {
        let time = self.started.elapsed();
        if let Some(seen) = self.tree.look() {
            self.memory.push((time, seen.resident));
            self.peak = self.peak.max(Some(seen.resident.max(seen.highest)));
            self.threads = self.threads.max(seen.threads);
            self.processes = self.processes.max(Some(seen.processes));
        }
        let cost = self.started.elapsed().saturating_sub(time);
        INTERVAL.max(time / LOOKS).max(cost * SHARE)
    }
}

//! Running a program to its end, and what that costs: with all the processes that it starts.
//!
//! CPU time and switches are what the system has counted (`usage`). Memory and threads are looked at while it runs
//! (`tree`): the system's own peak, for who waits for a process, includes the memory of the program that started it.

mod tree;
mod usage;

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tree::Tree;
use usage::Meter;
pub use usage::Usage;

/// How often memory is looked at: in the beginning, and later in relation to the time that has passed, so that a long
/// run is not looked at more often than a picture can show.
const INTERVAL: Duration = tree::INTERVAL;
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
    let (sender, heard) = channel();
    let stdout = collect(child.stdout.take(), Some(sender));
    let stderr = collect(child.stderr.take(), None);
    let mut looks = Looks::at(&child, started);
    let ended = loop {
        let elapsed = started.elapsed();
        if elapsed > limit {
            break false;
        }
        match heard.recv_timeout(INTERVAL.max(elapsed / LOOKS)) {
            Ok(()) | Err(RecvTimeoutError::Timeout) => looks.look(),
            Err(RecvTimeoutError::Disconnected) => break true,
        }
    };
    let status = if ended { wait(&mut child, started + limit)? } else { None };
    let wall = started.elapsed();
    if status.is_none() {
        child.kill()?;
        child.wait()?;
    }
    let usage = meter.stop(&mut child)?;
    // A process that outlives its parent may hold the output of one that was ended.
    let text = |text: JoinHandle<Vec<u8>>| status.and_then(|_| text.join().ok()).unwrap_or_default();
    let (stdout, stderr) = (text(stdout), text(stderr));
    let Looks { peak, threads, processes, memory, .. } = looks;
    Ok(Measured { wall, status, stdout, stderr, usage, peak, threads, processes, memory })
}

/// Waits for the end of a process that has closed its output.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        let status = child.try_wait()?;
        if status.is_some() || Instant::now() > deadline {
            return Ok(status);
        }
        thread::sleep(SOON);
    }
}

/// Reads to the end. `heard` is told of the first bytes, and closed at the end.
fn collect(from: Option<impl Read + Send + 'static>, mut heard: Option<Sender<()>>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut text = Vec::new();
        let Some(mut from) = from else { return text };
        let mut first = [0; 1];
        if from.read_exact(&mut first).is_ok() {
            text.extend(first);
            // Who begins to speak holds all that it has to say: a moment to look at its memory.
            let _ = heard.as_ref().map(|heard| heard.send(()));
            // What could be read before an error is what there is.
            let _ = from.read_to_end(&mut text);
        }
        drop(heard.take());
        text
    })
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

    fn look(&mut self) {
        let time = self.started.elapsed();
        let Some(seen) = self.tree.look() else { return };
        self.memory.push((time, seen.resident));
        self.peak = self.peak.max(Some(seen.resident.max(seen.highest)));
        self.threads = self.threads.max(seen.threads);
        self.processes = self.processes.max(Some(seen.processes));
    }
}

//! Running a program to its end, and what that costs: with all the processes that it starts.
//!
//! CPU time and switches are what the system has counted (`usage`). Memory and threads are looked at while it runs
//! (`tree`): the peak that the system counts for a child includes its parent's memory.

mod tree;
mod usage;

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::results::Run;
use tree::{LONGEST, SHARE, Tree};
use usage::Meter;

/// How often a process is looked at, at most.
const INTERVAL: Duration = Duration::from_millis(5);

/// The longer a run has lasted, the less often it is looked at: this often in a time as long as it has lasted.
const LOOKS: u32 = 400;

/// What a program has cost and said.
#[derive(Debug)]
pub struct Measured {
    /// `None`, if it was ended because it took too long.
    pub status: Option<ExitStatus>,
    /// All that it said.
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// What it cost. What the site sees is missing.
    pub run: Run,
}

/// Runs `command`, for `limit` at most; a program that takes longer is ended.
///
/// # Errors
/// If there is no such program, or if the system tells nothing of it.
pub fn measure(command: &mut Command, limit: Duration) -> io::Result<Measured> {
    let meter = Meter::start()?;
    let started = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    // The system closes the output when a program ends. A thread that sleeps hears of it sooner than one that looks.
    let (sender, ended) = channel();
    thread::spawn(move || sender.send((read(stdout), Instant::now())));
    let stderr = thread::spawn(move || read(stderr));
    let (mut tree, mut run, mut interval) = (Tree::of(child.id()), Run::default(), INTERVAL);
    let end = loop {
        match ended.recv_timeout(interval) {
            Err(RecvTimeoutError::Timeout) if started.elapsed() < limit => {
                interval = look(&mut tree, started, &mut run);
            }
            end => break end.ok(),
        }
    };
    if end.is_none() {
        child.kill()?;
    }
    let status = child.wait()?;
    meter.stop(&mut child, &mut run)?;
    // Processes that a hung program has started may hold its output, so that its end is not waited for.
    let (status, stdout, stderr, at) = match end {
        Some((stdout, at)) => (Some(status), stdout, stderr.join().unwrap_or_default(), at),
        None => (None, Vec::new(), Vec::new(), Instant::now()),
    };
    run.wall_ms = ms(at.duration_since(started));
    Ok(Measured { status, stdout, stderr, run })
}

/// Looks at a running program, and returns how long to wait before the next time.
fn look(tree: &mut Tree, started: Instant, run: &mut Run) -> Duration {
    let time = started.elapsed();
    if let Some(seen) = tree.look() {
        run.peak_bytes = run.peak_bytes.max(Some(seen.resident.max(seen.highest)));
        run.threads = run.threads.max(seen.threads);
        run.processes = run.processes.max(Some(seen.processes));
    }
    let cost = started.elapsed().saturating_sub(time);
    (time / LOOKS).max(cost * SHARE).clamp(INTERVAL, LONGEST)
}

fn read(from: Option<impl Read>) -> Vec<u8> {
    let mut text = Vec::new();
    // What could be read before an error is what there is.
    let _ = from.map(|mut from| from.read_to_end(&mut text));
    text
}

fn ms(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e3
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Command, Duration, measure};

    #[test]
    fn a_program_that_hangs_is_ended() {
        let run = measure(Command::new("sleep").arg("600"), Duration::from_millis(50)).expect("it starts");
        assert!(run.status.is_none() && run.run.wall_ms >= 50.0);
    }
}

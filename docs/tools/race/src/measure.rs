//! [`measure`]: runs a program to its end, and measures it, with all the processes that it starts.
//!
//! CPU time and switches are what the system has counted (`usage`). Memory, threads and processes are looked
//! at while the program runs (`tree`), on Linux alone: the peak that the system counts for a child includes
//! its parent's memory.

mod tree;
mod usage;

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tree::Tree;

use crate::results::Run;

/// The shortest and the longest pause between two looks at the processes.
const PAUSES: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(50)];

/// The share of one CPU that looking takes is one part in so many: it must not slow down the processes.
const SHARE: u32 = 50;

/// A run of a program.
#[derive(Debug)]
pub struct Measured {
    /// The exit status; `None` if the program was ended because it took too long.
    pub status: Option<ExitStatus>,
    /// The text that it has printed.
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The costs. The numbers that the site sees are missing.
    pub run: Run,
}

/// Runs `command`, for `limit` at most; a program that takes longer is ended.
pub fn measure(command: &mut Command, limit: Duration) -> io::Result<Measured> {
    let started = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    // The system closes the output when a program ends. A thread that sleeps hears of it sooner than one that
    // looks.
    let (sender, ended) = channel();
    thread::spawn(move || sender.send((read(stdout), Instant::now())));
    let stderr = thread::spawn(move || read(stderr));
    let (mut tree, mut run, mut pause) = (Tree::of(child.id()), Run::default(), PAUSES[0]);
    let end = loop {
        match ended.recv_timeout(pause) {
            Err(RecvTimeoutError::Timeout) if started.elapsed() < limit => {
                pause = look(&mut tree, &mut run);
            }
            end => break end.ok(),
        }
    };
    if end.is_none() {
        child.kill()?;
    }
    let status = usage::wait(&mut child, &mut run)?;
    // Processes that a hung program has started may hold its output, so that its end is not waited for.
    let (status, stdout, stderr, at) = match end {
        Some((stdout, at)) => (Some(status), stdout, stderr.join().unwrap_or_default(), at),
        None => (None, Vec::new(), Vec::new(), Instant::now()),
    };
    run.wall_ms = at.duration_since(started).as_micros() as f64 / 1e3;
    Ok(Measured { status, stdout, stderr, run })
}

/// Looks at a running program, and returns how long to wait before the next time.
fn look(tree: &mut Tree, run: &mut Run) -> Duration {
    let started = Instant::now();
    let seen = tree.look();
    run.peak_bytes = run.peak_bytes.max(seen.peak_bytes);
    run.threads = run.threads.max(seen.threads);
    run.processes = run.processes.max(seen.processes);
    (started.elapsed() * SHARE).clamp(PAUSES[0], PAUSES[1])
}

/// Reads to the end, or to an error.
fn read(from: Option<impl Read>) -> Vec<u8> {
    let mut text = Vec::new();
    let _ = from.map(|mut from| from.read_to_end(&mut text));
    text
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

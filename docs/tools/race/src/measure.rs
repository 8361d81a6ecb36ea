//! [`measure`]: runs a program to its end, and measures it, with the processes that it starts.
//!
//! CPU time and switches are what a Unix counts for a child. Memory, threads and processes are looked at while
//! the program runs, on Linux alone: the peak that the system counts for a child includes its parent's memory.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::results::Run;

/// The pause between two looks at the processes.
const PAUSE: Duration = Duration::from_millis(10);

/// Runs `command`. The numbers that the site sees are missing in its run.
///
/// # Errors
/// If it cannot be started, or runs longer than `limit`, which ends it.
pub fn measure(command: &mut Command, limit: Duration) -> io::Result<(Output, Run)> {
    let others = processes();
    let before = usage();
    let started = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    // The system closes the output when a program ends. A thread that sleeps hears of it sooner than one that looks.
    let (sender, ended) = channel();
    thread::spawn(move || sender.send((read(stdout), Instant::now())));
    let stderr = thread::spawn(move || read(stderr));
    let mut run = Run::default();
    let (stdout, end) = loop {
        match ended.recv_timeout(PAUSE) {
            Ok(end) => break end,
            Err(_) if started.elapsed() < limit => look(child.id(), &others, &mut run),
            Err(_) => {
                child.kill()?;
                child.wait()?;
                return Err(io::Error::other(format!("hangs: it was ended after {limit:?}")));
            }
        }
    };
    let status = child.wait()?;
    run.wall_ms = (end - started).as_micros() as f64 / 1e3;
    // Meanwhile, no other thread has waited for a process.
    if let (Some(before), Some(after)) = (before, usage()) {
        (run.cpu_ms, run.switches) = (Some(after.0 - before.0), Some(after.1 - before.1));
    }
    Ok((Output { status, stdout, stderr: stderr.join().unwrap_or_default() }, run))
}

/// Reads to the end, or to an error.
fn read(from: Option<impl Read>) -> Vec<u8> {
    let mut text = Vec::new();
    let _ = from.map(|mut from| from.read_to_end(&mut text));
    text
}

/// Returns the CPU time in milliseconds and the switches of all children that have ended.
#[cfg(unix)]
fn usage() -> Option<(f64, i64)> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let cpu = usage.user_time() + usage.system_time();
    let switches = usage.voluntary_context_switches() + usage.involuntary_context_switches();
    Some((cpu.num_microseconds() as f64 / 1e3, switches as i64))
}

#[cfg(not(unix))]
fn usage() -> Option<(f64, i64)> {
    None
}

/// Looks at a program and its children. The `others` were there before.
fn look(program: u32, others: &HashSet<u32>, run: &mut Run) {
    let (mut peak_bytes, mut threads, mut count) = (0, 0, 0);
    for process in processes().difference(others) {
        let [parent, kib, its_threads] = status(*process, ["PPid:", "VmHWM:", "Threads:"]);
        // A process that has ended, and was not waited for yet, has no memory.
        let Some(kib) = kib.filter(|_| *process == program || parent == Some(program.into())) else {
            continue;
        };
        peak_bytes += kib << 10;
        threads += its_threads.unwrap_or(1);
        count += 1;
    }
    if count > 0 {
        run.peak_bytes = run.peak_bytes.max(Some(peak_bytes));
        run.threads = run.threads.max(Some(threads));
        run.processes = run.processes.max(Some(count));
    }
}

/// Returns all processes of the system: none, if it has no `/proc` as Linux has it.
fn processes() -> HashSet<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// Returns numbers of a process by their names (proc_pid_status(5)): none, if the process is gone.
fn status<const N: usize>(process: u32, names: [&str; N]) -> [Option<u64>; N] {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    names.map(|name| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Command, Duration, measure};

    #[test]
    fn a_program_that_hangs_is_ended() {
        let ended = measure(Command::new("sleep").arg("600"), Duration::from_millis(50));
        assert!(ended.is_err_and(|error| error.to_string().contains("after 50ms")));
    }
}

//! Calls of the kernel: a short one, a thread, a process.

use std::env;
use std::io;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, Thread};
use std::time::Instant;

use crate::measure::{Takes, measure, measure_each};

/// Measures the shortest way into the kernel and back: `getppid`, whose answer no library keeps.
#[cfg(unix)]
pub fn system_call() -> io::Result<Takes> {
    measure_each(u64::MAX, || {
        std::hint::black_box(std::os::unix::process::parent_id());
        Ok(())
    })
}

/// Measures a short way into the kernel and back: a byte written to the device that takes everything.
#[cfg(not(unix))]
pub fn system_call() -> io::Result<Takes> {
    use std::io::Write;

    let mut null = std::fs::OpenOptions::new().write(true).open("NUL")?;
    measure_each(u64::MAX, || null.write_all(b"1"))
}

/// Measures how one thread wakes another, and sleeps: half of a round between two that take turns.
pub fn switch_threads() -> io::Result<Takes> {
    measure(u64::MAX, |times| {
        let (turns, here) = (AtomicU32::new(0), thread::current());
        // The first thread has the even turns, and the second one the odd turns.
        let take_turns = |first, other: &Thread| {
            for turn in (first..2 * times).step_by(2) {
                while turns.load(Ordering::Acquire) != turn {
                    thread::park();
                }
                turns.fetch_add(1, Ordering::Release);
                other.unpark();
            }
        };
        thread::scope(|scope| {
            let there = thread::Builder::new().spawn_scoped(scope, || take_turns(1, &here))?;
            let started = Instant::now();
            take_turns(0, there.thread());
            Ok(started.elapsed() / 2)
        })
    })
}

/// Measures a thread that has nothing to do.
pub fn spawn_thread() -> io::Result<Takes> {
    measure_each(u64::MAX, || {
        let thread = thread::Builder::new().spawn(|| {})?;
        thread.join().map_err(|_panic| io::Error::other("the thread panicked"))
    })
}

/// Measures a process: this program, which does nothing.
pub fn start_process() -> io::Result<Takes> {
    let program = env::current_exe()?;
    measure_each(u64::MAX, || {
        let status = Command::new(&program).arg("--nothing").status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(status.to_string())) }
    })
}

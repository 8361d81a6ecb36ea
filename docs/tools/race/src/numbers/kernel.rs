//! What the kernel is asked for: next to nothing, a thread, a process.

use std::env;
use std::io;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, Thread};
use std::time::Instant;

use super::measure::{Takes, measure, measure_each};

/// The shortest way into the kernel and back: `getppid`, whose answer no library keeps.
#[cfg(unix)]
pub fn system_call() -> io::Result<Takes> {
    measure_each(u64::MAX, || {
        std::hint::black_box(std::os::unix::process::parent_id());
        Ok(())
    })
}

/// A short way into the kernel and back: a byte written to the device that takes everything.
#[cfg(not(unix))]
pub fn system_call() -> io::Result<Takes> {
    use std::io::Write;

    let mut null = std::fs::OpenOptions::new().write(true).open("NUL")?;
    measure_each(u64::MAX, || null.write_all(b"1"))
}

/// One thread wakes another, and sleeps: half of a rally between two.
pub fn switch_threads() -> io::Result<Takes> {
    measure(u64::MAX, |times| {
        let (rally, here) = (Rally { hits: AtomicU32::new(0), times }, thread::current());
        thread::scope(|scope| {
            let there = thread::Builder::new().spawn_scoped(scope, || rally.play(1, &here))?;
            let started = Instant::now();
            rally.play(0, there.thread());
            Ok(started.elapsed() / 2)
        })
    })
}

/// What two threads play. The one whose turn it is not sleeps.
struct Rally {
    /// How often each of them has hit, in turn.
    hits: AtomicU32,
    times: u32,
}

impl Rally {
    fn play(&self, side: u32, other: &Thread) {
        for hit in 0..self.times {
            while self.hits.load(Ordering::Acquire) != 2 * hit + side {
                thread::park();
            }
            self.hits.fetch_add(1, Ordering::Release);
            other.unpark();
        }
    }
}

/// A thread that has nothing to do.
pub fn spawn_thread() -> io::Result<Takes> {
    measure_each(u64::MAX, || {
        let thread = thread::Builder::new().spawn(|| {})?;
        thread.join().map_err(|_panic| io::Error::other("the thread panicked"))
    })
}

/// This program, which is told to end at once.
pub fn start_process() -> io::Result<Takes> {
    let program = env::current_exe()?;
    measure_each(u64::MAX, || {
        let mut command = Command::new(&program);
        command.args(["numbers", "--exit-at-once"]);
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(status.to_string())) }
    })
}

//! `cargo workshop numbers`: what a wait costs on this machine, from a call to a process, and on a human scale.

use std::env;
use std::hint::black_box;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use clap::Parser;
use common::text::time;
use workshop::building::exit_code;

/// Measures what a wait costs on this machine
///
/// Each thing is done in batches for some milliseconds, and the median of the batches counts. The last column is the same
/// time on a human scale, on which the call of a function takes a second. What needs a disk or a long way is not measured:
/// there the table has numbers that were published.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo workshop numbers", max_term_width = 80)]
struct NumbersOptions {
    /// End at once: this is the process that is measured
    #[arg(long, hide = true)]
    end: bool,
}

/// The number of batches, and about how long each takes.
///
/// More would use up the addresses of loopback: each connection leaves one behind that rests for a minute.
const BATCHES: usize = 15;
const BATCH: Duration = Duration::from_millis(1);

/// Times that cannot be measured on one machine, in nanoseconds. Jeff Dean, "Numbers Everyone Should Know", LADIS 2009; Jonas Bonér
/// and others, "Latency Numbers Every Programmer Should Know", 2012.
const PUBLISHED: [(&str, f64); 4] = [
    ("main memory: a reference (Dean)", 100.0),
    ("SSD: a random read of 4 KB (Bonér)", 150e3),
    ("data centre: there and back (Dean)", 500e3),
    ("California, Netherlands, back (Dean)", 150e6),
];

fn main() -> ExitCode {
    if NumbersOptions::parse().end {
        return ExitCode::SUCCESS;
    }
    exit_code(numbers().map(|()| true))
}

fn numbers() -> io::Result<()> {
    let (mutex, this) = (Mutex::new(()), env::current_exe()?);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let connect = || Ok((TcpStream::connect(listener.local_addr()?)?, listener.accept()?));
    let mut out = io::stdout();
    writeln!(out, "{:<37}  {:>7}  as if a call took a second", "on this machine", "takes")?;
    let call = call()?;
    let mut print =
        |name, takes| writeln!(out, "{name:<37}  {:>7}  {}", time(takes), on_human_scale(takes / call));
    print("call a function", call)?;
    print("lock a free mutex, and unlock it", each(|| Ok(mutex.lock().is_ok()))?)?;
    print("a system call", each(system_call)?)?;
    print("switch to another thread", median(switch_threads)?)?;
    print("start a thread, and join it", each(|| Ok(thread::spawn(|| {}).join().is_ok()))?)?;
    print("loopback: connect, accept and close", each(connect)?)?;
    print("start a process, and wait for its end", each(|| Command::new(&this).arg("--end").status())?)?;
    writeln!(io::stdout(), "\npublished, of other machines")?;
    for (name, takes) in PUBLISHED {
        print(name, takes)?;
    }
    Ok(())
}

/// Returns a time in the largest unit of which it has at least two: `57 seconds`, `2.5 hours`, `3 days`.
fn on_human_scale(seconds: f64) -> String {
    const UNITS: [(&str, f64); 5] =
        [("years", 31_556_952.0), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0), ("seconds", 1.0)];
    let unit = UNITS.into_iter().find(|(_, length)| seconds >= 2.0 * length);
    let Some((name, length)) = unit else { return format!("{seconds:.1} seconds") };
    let number = seconds / length;
    if number < 9.95 { format!("{number:.1} {name}") } else { format!("{number:.0} {name}") }
}

/// Measures one of the actions that `batch` does, as many as its argument says. `batch` returns how long they took.
fn median(mut batch: impl FnMut(u32) -> io::Result<Duration>) -> io::Result<f64> {
    // The first batches find the size. They do not count, because caches are cold.
    let mut times = 1;
    while batch(times)? < BATCH {
        times *= 2;
    }
    let mut results = Vec::new();
    while results.len() < BATCHES {
        results.push(batch(times)?.as_secs_f64() * 1e9 / f64::from(times));
    }
    results.sort_by(f64::total_cmp);
    Ok(results[BATCHES / 2])
}

/// Measures an action that needs nothing to be prepared.
fn each<T>(mut action: impl FnMut() -> io::Result<T>) -> io::Result<f64> {
    median(|times| {
        let started = Instant::now();
        for _ in 0..times {
            black_box(action()?);
        }
        Ok(started.elapsed())
    })
}

/// Measures a call that is not inlined. Each call needs the result of the one before.
fn call() -> io::Result<f64> {
    let mut value = 1;
    let called = black_box::<fn(u64) -> u64>(|value| value.wrapping_mul(3) ^ 1);
    each(|| {
        value = called(value);
        Ok(value)
    })
}

/// Makes the shortest way into the kernel and back: `getppid`, whose answer no library keeps.
fn system_call() -> io::Result<u32> {
    #[cfg(unix)]
    let call = std::os::unix::process::parent_id;
    #[cfg(not(unix))]
    let call = std::process::id;
    Ok(call())
}

/// Measures how one thread wakes another, and sleeps: half of a round between two that take turns.
fn switch_threads(times: u32) -> io::Result<Duration> {
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
        let there = scope.spawn(|| take_turns(1, &here));
        let started = Instant::now();
        take_turns(0, there.thread());
        Ok(started.elapsed() / 2)
    })
}

//! What stage 3's executor costs, beside others that run tasks on one thread.
//!
//!     cargo bench -p race --bench runtimes
//!     cargo bench -p race --bench runtimes -- timer
//!
//! With an argument, only what has it in its name. Every runtime does the same, from the same
//! source, on a fresh runtime each time:
//!
//! - stage 3: its executor, its reactor's timers
//! - LocalPool: of `futures`; it has no timers, so it sleeps in stage 3's reactor, as in stage 4
//! - smol: its `LocalExecutor` and `block_on`, and its timers
//! - tokio: its `LocalRuntime`, the current-thread scheduler, and its timers, which are rounded up
//!   to a millisecond: sleepers that the others wake one by one, it wakes together
//!
//! Counted is the CPU's time and not the clock's: a task that sleeps costs nothing. The runtimes take turns,
//! so that what disturbs one of them disturbs all; the median of the rounds is printed, and how many
//! times stage 3's it is.

mod measure;
mod runtime;
mod workloads;

use std::{env, io};

use measure::{Workload, measure, table};
use runtime::{LocalPool, Runtime, Smol, Stage3, Tokio};

/// A workload on every runtime, in the order of `RUNTIMES`.
macro_rules! on_each {
    ($name:literal, $times:expr, $workload:path) => {
        Workload {
            name: $name,
            times: $times,
            on: [
                || Stage3::run($workload),
                || LocalPool::run($workload),
                || Smol::run($workload),
                || Tokio::run($workload),
            ],
        }
    };
}

const RUNTIMES: [&str; 4] = ["stage 3", "LocalPool", "smol", "tokio"];

const WORKLOADS: [Workload; 5] = [
    on_each!("spawn a task, and await it", workloads::TASKS, workloads::spawn),
    on_each!("wake a task, and poll it", workloads::WAKE_UPS, workloads::wake_and_poll),
    on_each!("channel: there and back", workloads::ROUND_TRIPS, workloads::ping_pong),
    on_each!("timer: insert, and fire", workloads::TIMERS, workloads::timers),
    on_each!("10,000 sleeping tasks: each", workloads::SLEEPERS, workloads::sleepers),
];

const ROUNDS: usize = 50;

fn main() -> io::Result<()> {
    let (flags, wanted): (Vec<_>, Vec<_>) = env::args().skip(1).partition(|arg| arg.starts_with('-'));
    // `cargo test --benches` does not say `--bench`: it wants to know whether they run, not how fast.
    let rounds = if flags.iter().any(|flag| flag == "--bench") { ROUNDS } else { 1 };
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    let mut measured = Vec::new();
    for workload in WORKLOADS.iter().filter(|workload| is_wanted(workload.name)) {
        measured.push((workload.name, measure(workload, rounds)?));
    }
    print!("{}", table(&RUNTIMES, &measured));
    Ok(())
}

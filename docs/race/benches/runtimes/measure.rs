//! Rounds in which the runtimes take turns, and the table of what they took.

use std::io;
use std::time::Duration;

/// Something to do, so many times, on each of `N` runtimes.
pub struct Workload<const N: usize = 4> {
    pub name: &'static str,
    pub times: u32,
    pub on: [fn() -> io::Result<Duration>; N],
}

/// How many nanoseconds it takes once, on each runtime: the median of the rounds.
pub fn measure<const N: usize>(workload: &Workload<N>, rounds: usize) -> io::Result<[f64; N]> {
    let mut results = [const { Vec::new() }; N];
    // The first round, when caches are cold, does not count.
    for round in 0..=rounds {
        for (results, run) in results.iter_mut().zip(workload.on) {
            let nanoseconds = run()?.as_secs_f64() * 1e9 / f64::from(workload.times);
            if round > 0 {
                results.push(nanoseconds);
            }
        }
    }
    Ok(results.map(|mut results| {
        results.sort_unstable_by(f64::total_cmp);
        results[rounds / 2]
    }))
}

/// A row for each workload: what it takes on each runtime, and how many times the first one's that is.
pub fn table<const N: usize>(runtimes: &[&str; N], measured: &[(&str, [f64; N])]) -> String {
    let mut table = format!("{:30}", "CPU time, once");
    table.extend(runtimes.map(|name| format!("{name:>20}")));
    table.push('\n');
    for (name, times) in measured {
        table += &format!("{name:30}");
        table.extend(times.map(|time| format!("{time:>10.0} ns {:>5.2}x", time / times[0])));
        table.push('\n');
    }
    table
}

/// What the CPU has spent on this process so far.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("the CPU's time is not negative")
}

/// The clock's time instead: sleeping counts, so that the timers' ratios tell little.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

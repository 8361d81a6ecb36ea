//! The CPU's clock.

use std::fs;
use std::time::Duration;

/// Returns the CPU time of this thread.
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("CPU time is not negative")
}

/// Returns the CPU time of this thread, and 8 ms for each time that it gave up or lost its CPU, which Linux alone counts.
pub fn cost() -> Duration {
    let status = fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
    let switches = |line: &str| line.split_once("voluntary_ctxt_switches:")?.1.trim().parse::<u32>().ok();
    cpu_time() + Duration::from_millis(8) * status.lines().filter_map(switches).sum::<u32>()
}

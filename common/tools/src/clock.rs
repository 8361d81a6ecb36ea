//! The CPU's clock.

use std::fs;
use std::time::Duration;

/// Returns the CPU time of this thread.
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("CPU time is not negative")
}

/// Returns the CPU time of this thread, and 8 ms for each time that it gave up its CPU to wait, which Linux alone counts.
///
/// How often it lost its CPU says only how busy the machine is.
pub fn cost() -> Duration {
    let status = fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
    let switches = |line: &str| line.strip_prefix("voluntary_ctxt_switches:")?.trim().parse::<u32>().ok();
    cpu_time() + Duration::from_millis(8) * status.lines().find_map(switches).unwrap_or_default()
}

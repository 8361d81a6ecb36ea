//! The system's counts of a process that has ended, and of those that it waited for.

use std::io;
use std::process::{Child, ExitStatus};

use crate::results::Run;

/// Waits for the end of `child`, and writes its CPU time and its switches into `run`.
#[cfg(unix)]
pub fn wait(child: &mut Child, run: &mut Run) -> io::Result<ExitStatus> {
    use std::ffi::c_long;

    use nix::sys::resource::{Usage, UsageWho, getrusage};
    use nix::sys::time::{TimeVal, TimeValLike};

    // A process is counted when it is waited for. Meanwhile, no other thread waits for a process.
    let before = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let status = child.wait()?;
    let after = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let ms = |time: TimeVal| Some(time.num_microseconds() as f64 / 1e3);
    let more = |of: fn(&Usage) -> c_long| u64::try_from(of(&after) - of(&before)).ok();
    run.user_ms = ms(after.user_time() - before.user_time());
    run.system_ms = ms(after.system_time() - before.system_time());
    run.voluntary_switches = more(|usage| usage.voluntary_context_switches());
    run.involuntary_switches = more(|usage| usage.involuntary_context_switches());
    Ok(status)
}

/// Waits for the end of `child`, and writes its CPU time into `run`.
#[cfg(windows)]
pub fn wait(child: &mut Child, run: &mut Run) -> io::Result<ExitStatus> {
    let ended = wait4::Wait4::wait4(child)?;
    run.user_ms = Some(ended.rusage.utime.as_secs_f64() * 1e3);
    run.system_ms = Some(ended.rusage.stime.as_secs_f64() * 1e3);
    Ok(ended.status)
}

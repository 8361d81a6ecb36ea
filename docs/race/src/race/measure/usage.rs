//! What the system has counted of a process that has ended, and of those that it waited for.

use std::time::Duration;

pub use platform::Meter;

/// What a process has used; `None` for what the system does not tell.
#[derive(Debug, Default)]
pub struct Usage {
    /// The CPU's time in the program, and in the system on its behalf.
    pub user: Option<Duration>,
    pub system: Option<Duration>,
    /// How often it gave up the CPU to wait, and how often the CPU was taken from it.
    pub voluntary_switches: Option<u64>,
    pub involuntary_switches: Option<u64>,
}

#[cfg(unix)]
mod platform {
    use std::io;
    use std::process::Child;
    use std::time::Duration;

    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeVal;

    use super::Usage;

    /// The sum over all processes that were waited for, before the one that is measured.
    #[derive(Debug)]
    pub struct Meter(nix::sys::resource::Usage);

    impl Meter {
        /// What was counted so far.
        pub fn start() -> io::Result<Meter> {
            Ok(Meter(getrusage(UsageWho::RUSAGE_CHILDREN)?))
        }

        /// What was added by `_child`, which has been waited for, as no other process was since the start.
        pub fn stop(self, _child: &mut Child) -> io::Result<Usage> {
            let (before, after) = (self.0, getrusage(UsageWho::RUSAGE_CHILDREN)?);
            let more = |before, after| u64::try_from(after - before).ok();
            Ok(Usage {
                user: duration(after.user_time() - before.user_time()),
                system: duration(after.system_time() - before.system_time()),
                voluntary_switches: more(
                    before.voluntary_context_switches(),
                    after.voluntary_context_switches(),
                ),
                involuntary_switches: more(
                    before.involuntary_context_switches(),
                    after.involuntary_context_switches(),
                ),
            })
        }
    }

    fn duration(time: TimeVal) -> Option<Duration> {
        let (seconds, micros) = (u64::try_from(time.tv_sec()).ok()?, u64::try_from(time.tv_usec()).ok()?);
        Some(Duration::from_secs(seconds) + Duration::from_micros(micros))
    }
}

#[cfg(windows)]
mod platform {
    use std::io;
    use std::process::Child;

    use wait4::Wait4;

    use super::Usage;

    /// Nothing need be known before.
    #[derive(Debug)]
    pub struct Meter;

    impl Meter {
        pub fn start() -> io::Result<Meter> {
            Ok(Meter)
        }

        /// The times of `child`, which has ended: its handle still tells them.
        pub fn stop(self, child: &mut Child) -> io::Result<Usage> {
            let times = child.wait4()?.rusage;
            Ok(Usage { user: Some(times.utime), system: Some(times.stime), ..Usage::default() })
        }
    }
}

//! What the system has counted of a process that has ended, and of those that it waited for.

pub use platform::Meter;

#[cfg(unix)]
mod platform {
    use std::ffi::c_long;
    use std::io;
    use std::process::Child;

    use nix::sys::resource::{Usage, UsageWho, getrusage};
    use nix::sys::time::{TimeVal, TimeValLike};

    use crate::race::results::Run;

    /// The sum over all processes that were waited for, before the one that is measured.
    pub struct Meter(Usage);

    impl Meter {
        /// Notes what was counted so far.
        pub fn start() -> io::Result<Meter> {
            Ok(Meter(getrusage(UsageWho::RUSAGE_CHILDREN)?))
        }

        /// Notes what was added by `_child`, which has been waited for, as no other process was since the start.
        pub fn stop(self, _child: &mut Child, run: &mut Run) -> io::Result<()> {
            let (before, after) = (self.0, getrusage(UsageWho::RUSAGE_CHILDREN)?);
            let ms = |time: TimeVal| Some(time.num_microseconds() as f64 / 1e3);
            let more = |of: fn(&Usage) -> c_long| u64::try_from(of(&after) - of(&before)).ok();
            run.user_ms = ms(after.user_time() - before.user_time());
            run.system_ms = ms(after.system_time() - before.system_time());
            run.voluntary_switches = more(|usage| usage.voluntary_context_switches());
            run.involuntary_switches = more(|usage| usage.involuntary_context_switches());
            Ok(())
        }
    }
}

#[cfg(windows)]
mod platform {
    use std::io;
    use std::process::Child;

    use wait4::Wait4;

    use crate::race::results::Run;

    /// Nothing need be known before.
    pub struct Meter;

    impl Meter {
        pub fn start() -> io::Result<Meter> {
            Ok(Meter)
        }

        /// Notes the times of `child`, which has ended: its handle still tells them.
        pub fn stop(self, child: &mut Child, run: &mut Run) -> io::Result<()> {
            let times = child.wait4()?.rusage;
            run.user_ms = Some(super::super::ms(times.utime));
            run.system_ms = Some(super::super::ms(times.stime));
            Ok(())
        }
    }
}

//! The locks of `shuttle`. Among its threads, no time passes: a wait with a time limit is noted instead.

use std::ops::Deref;
use std::sync::LockResult;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use shuttle::sync::WaitTimeoutResult;
pub(crate) use shuttle::sync::{Mutex, MutexGuard};

/// Whether a wait has had a time limit.
pub(crate) static HAS_LIMIT: AtomicBool = AtomicBool::new(false);

#[derive(Debug)]
pub(crate) struct Condvar(shuttle::sync::Condvar);

type TimedOut<'a, T> = LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)>;

#[allow(unused, reason = "the solution needs no time limit")]
impl Condvar {
    pub(crate) fn new() -> Condvar {
        Condvar(shuttle::sync::Condvar::new())
    }

    pub(crate) fn wait_timeout<'a, T>(&self, guard: MutexGuard<'a, T>, limit: Duration) -> TimedOut<'a, T> {
        HAS_LIMIT.store(true, SeqCst);
        self.0.wait_timeout(guard, limit)
    }

    pub(crate) fn wait_timeout_while<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        limit: Duration,
        waits: impl FnMut(&mut T) -> bool,
    ) -> TimedOut<'a, T> {
        HAS_LIMIT.store(true, SeqCst);
        self.0.wait_timeout_while(guard, limit, waits)
    }
}

impl Deref for Condvar {
    type Target = shuttle::sync::Condvar;

    fn deref(&self) -> &shuttle::sync::Condvar {
        &self.0
    }
}

//! The ledger behind its lock, and everything that waits for a change in it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mio::Waker;

use crate::ledger::Ledger;

/// Shared by the site's thread, which records visits, and the threads that ask the [`Site`](crate::Site)
/// about them.
#[derive(Debug)]
pub(crate) struct Observer {
    start: Instant,
    watched: Mutex<Watched>,
    changed: Condvar,
    /// Wakes the site's thread when it is to stop, or when an answer may have been released.
    waker: Waker,
}

#[derive(Debug)]
struct Watched {
    ledger: Ledger,
    version: u64,
    /// How many threads wait for a change.
    watchers: usize,
}

impl Observer {
    pub fn new(ledger: Ledger, waker: Waker) -> Observer {
        Observer {
            start: Instant::now(),
            watched: Mutex::new(Watched { ledger, version: 0, watchers: 0 }),
            changed: Condvar::new(),
            waker,
        }
    }

    /// Returns the time since the start.
    pub fn clock(&self) -> Duration {
        self.start.elapsed()
    }

    /// Reads from the ledger.
    pub fn see<R>(&self, look: impl FnOnce(&Ledger) -> R) -> R {
        look(&self.lock().ledger)
    }

    /// Records a request like [`Ledger::requested`]. The gate opens if this was the one that it waited for.
    pub fn requested(&self, visit: usize, path: &Arc<str>) -> (usize, usize) {
        let (recorded, opened) =
            self.change(|ledger, now| (ledger.requested(visit, path, now), ledger.gate_is_reached()));
        if opened {
            self.wake();
        }
        recorded
    }

    /// Changes the ledger in a way that matters to the site's thread, and wakes it.
    pub fn tell<R>(&self, change: impl FnOnce(&mut Ledger) -> R) {
        self.change(|ledger, _| change(ledger));
        self.wake();
    }

    fn wake(&self) {
        self.waker.wake().expect("a selector can be woken");
    }

    /// Waits until `condition` holds, and returns whether it did before `deadline`. It is checked after each
    /// change, without the lock.
    pub fn wait_until(&self, mut condition: impl FnMut() -> bool, deadline: Instant) -> bool {
        loop {
            // Read the version before the check: a change during the check leads to another check.
            let version = self.lock().version;
            if condition() {
                return true;
            }
            let mut watched = self.lock();
            watched.watchers += 1;
            let left = deadline.saturating_duration_since(Instant::now());
            let waited = self.changed.wait_timeout_while(watched, left, |watched| watched.version == version);
            let (mut watched, _) = waited.unwrap_or_else(PoisonError::into_inner);
            watched.watchers -= 1;
            if watched.version == version {
                return false;
            }
        }
    }

    /// Changes the ledger at this time, and tells the threads that wait for a change.
    pub fn change<R>(&self, change: impl FnOnce(&mut Ledger, Duration) -> R) -> R {
        let mut watched = self.lock();
        let result = change(&mut watched.ledger, self.start.elapsed());
        watched.version += 1;
        let is_watched = watched.watchers > 0;
        drop(watched);
        // Notifying is a system call, which a site under load saves while no thread waits.
        if is_watched {
            self.changed.notify_all();
        }
        result
    }

    fn lock(&self) -> MutexGuard<'_, Watched> {
        // No change panics halfway, so the numbers are good even behind a poisoned lock.
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

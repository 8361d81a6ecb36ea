//! The ledger behind its lock.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mio::Waker;

use crate::ledger::Ledger;

/// Shared by the site's thread, which records visits, and the threads that ask the [`Site`](crate::Site) about them.
#[derive(Debug)]
pub(crate) struct Observer {
    start: Instant,
    ledger: Mutex<Ledger>,
    /// Wakes the site's thread when it is to stop, or when an answer may have been released.
    waker: Waker,
}

impl Observer {
    pub fn new(ledger: Ledger, waker: Waker) -> Observer {
        Observer { start: Instant::now(), ledger: Mutex::new(ledger), waker }
    }

    /// Returns the time since the start.
    pub fn clock(&self) -> Duration {
        self.start.elapsed()
    }

    /// Reads from the ledger.
    pub fn see<R>(&self, look: impl FnOnce(&Ledger) -> R) -> R {
        look(&self.lock())
    }

    /// Changes the ledger at this time.
    pub fn change<R>(&self, change: impl FnOnce(&mut Ledger, Duration) -> R) -> R {
        let mut ledger = self.lock();
        change(&mut ledger, self.start.elapsed())
    }

    /// Changes the ledger in a way that matters to the site's thread, and wakes it.
    pub fn tell<R>(&self, change: impl FnOnce(&mut Ledger) -> R) {
        change(&mut self.lock());
        self.wake();
    }

    /// Makes the site's thread look at every connection: an answer may have been released.
    pub fn wake(&self) {
        self.waker.wake().expect("a selector can be woken");
    }

    fn lock(&self) -> MutexGuard<'_, Ledger> {
        // No change panics halfway, so the numbers are good even behind a poisoned lock.
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! The ledger behind its lock, and everything that waits for a change in it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mio::Waker;

use crate::ledger::{Arrival, Ledger};

/// Shared by the site's thread, which writes into it, and by whoever asks the [`Site`](super::Site).
#[derive(Debug)]
pub(crate) struct Observer {
    start: Instant,
    watched: Mutex<Watched>,
    changed: Condvar,
    stopped: AtomicBool,
    /// Wakes the site's thread, which then looks what has been released.
    waker: Waker,
}

#[derive(Debug)]
struct Watched {
    ledger: Ledger,
    version: u64,
    watchers: usize,
}

impl Observer {
    pub fn new(ledger: Ledger, waker: Waker) -> Observer {
        Observer {
            start: Instant::now(),
            watched: Mutex::new(Watched { ledger, version: 0, watchers: 0 }),
            changed: Condvar::new(),
            stopped: AtomicBool::new(false),
            waker,
        }
    }

    /// How long it is since the start.
    pub fn clock(&self) -> Duration {
        self.start.elapsed()
    }

    /// Reads from the ledger.
    pub fn see<R>(&self, look: impl FnOnce(&Ledger) -> R) -> R {
        look(&self.lock().ledger)
    }

    /// A connection was accepted; the result is its number.
    pub fn accepted(&self) -> u64 {
        self.change(Ledger::accepted)
    }

    /// A request was read; the gate opens if it is the one that was missing.
    pub fn requested(&self, visit: u64, path: &str) -> Arrival {
        let (arrival, opened) = self.change(|ledger, now| {
            let opened = ledger.requested(visit, path, now);
            (opened, ledger.gate_is_reached())
        });
        if opened {
            self.wake();
        }
        arrival
    }

    /// Sends by way of `write`, and counts what was sent before anyone can ask.
    ///
    /// If that is as much as `last`, the answer is complete.
    pub fn sent(
        &self,
        visit: u64,
        last: Option<usize>,
        write: impl FnOnce() -> io::Result<usize>,
    ) -> io::Result<usize> {
        self.change(|ledger, now| {
            let sent = write()?;
            ledger.sent(visit, sent, now);
            if Some(sent) == last {
                ledger.answered(visit, now);
            }
            Ok(sent)
        })
    }

    /// The answer is complete, though it may not have had a byte.
    pub fn answered(&self, visit: u64) {
        self.change(|ledger, now| ledger.answered(visit, now));
    }

    /// Closes `socket`, and counts it closed before anyone can ask.
    pub fn ended<S>(&self, visit: u64, socket: S) {
        self.change(|ledger, now| {
            drop(socket);
            ledger.ended(visit, now);
        });
    }

    pub fn release(&self, path: &str) {
        self.change(|ledger, _| ledger.release(path));
        self.wake();
    }

    pub fn open_gate(&self) {
        self.change(|ledger, _| ledger.open_gate());
        self.wake();
    }

    /// Ends the site's thread.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        self.wake();
    }

    /// Whether the site's thread is to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Whether the answer to `path` must wait. The site's thread is woken when that may have changed.
    pub fn holds(&self, path: &str) -> bool {
        self.see(|ledger| ledger.holds(path))
    }

    fn wake(&self) {
        self.waker.wake().expect("a selector can be woken");
    }

    /// A number that is another one after each change.
    pub fn version(&self) -> u64 {
        self.lock().version
    }

    /// Waits, on a visitor's thread, for a change since `version`; false if there is none until `deadline`.
    pub fn wait_for_change(&self, version: u64, deadline: Instant) -> bool {
        let mut watched = self.lock();
        watched.watchers += 1;
        let left = deadline.saturating_duration_since(Instant::now());
        let waited = self.changed.wait_timeout_while(watched, left, |watched| watched.version == version);
        let (mut watched, _) = waited.unwrap_or_else(PoisonError::into_inner);
        watched.watchers -= 1;
        watched.version != version
    }

    fn change<R>(&self, change: impl FnOnce(&mut Ledger, Duration) -> R) -> R {
        let mut watched = self.lock();
        let result = change(&mut watched.ledger, self.start.elapsed());
        watched.version += 1;
        let is_watched = watched.watchers > 0;
        drop(watched);
        // Waking is a system call: under load, with nobody watching, it is left out.
        if is_watched {
            self.changed.notify_all();
        }
        result
    }

    fn lock(&self) -> MutexGuard<'_, Watched> {
        // A panic under the lock is a test's own (in a condition); the numbers are still good.
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

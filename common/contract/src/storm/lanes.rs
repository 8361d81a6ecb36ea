//! Many cases at once: a case spends most of its time waiting for the next try.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::ground::Ground;

/// How many cases run at once: enough to keep a few processors busy.
const LANES: u64 = 48;

/// Calls `work` for each number up to `count` until it fails, and returns the failure.
pub(super) fn run(
    count: u64,
    work: impl Fn(u64, &mut Ground) -> Result<(), String> + Sync,
) -> Option<String> {
    let (next, failure) = (AtomicU64::new(0), Mutex::new(None));
    thread::scope(|scope| {
        for _ in 0..count.min(LANES) {
            scope.spawn(|| {
                let mut ground = Ground::start(0);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    if let Err(failed) = work(number, &mut ground) {
                        // The other lanes finish their cases and start no more.
                        next.store(count, Ordering::Relaxed);
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failed);
                    }
                }
            });
        }
    });
    failure.into_inner().unwrap_or_else(PoisonError::into_inner)
}

//! Many cases at once: most of the time of a case is spent waiting for the next try.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::ground::Ground;

/// How many cases are under way at once: enough to keep a few processors busy.
const LANES: u64 = 48;

/// Does `work` for each number up to `count`, until it fails; returns how it failed.
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
                        // The others finish what they are at, and nobody begins anything.
                        next.store(count, Ordering::Relaxed);
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failed);
                    }
                }
            });
        }
    });
    failure.into_inner().unwrap_or_else(PoisonError::into_inner)
}

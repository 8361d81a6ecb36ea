//! Lanes: many cases at once, because a case spends most of its time waiting.

use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Calls `work` for each number up to `count`, in so many threads. Returns the results in any order.
pub(super) fn run<T: Send>(count: u64, lanes: usize, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let numbers = || iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&n| n < count);
    let lane = || numbers().map(&work).collect::<Vec<_>>();
    thread::scope(|scope| {
        let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
        lanes.into_iter().flat_map(|lane| lane.join().expect("no case panics")).collect()
    })
}

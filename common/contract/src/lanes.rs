//! Lanes: many cases at once, because a case spends most of its time waiting.

use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Calls `work` for each number up to `count`, in a thread for each of `lanes`. Returns the results in any order.
pub(super) fn run<L: Send, T: Send>(
    count: u64,
    lanes: impl IntoIterator<Item = L>,
    work: impl Fn(u64, &mut L) -> T + Sync,
) -> Vec<T> {
    let (next, work) = (&AtomicU64::new(0), &work);
    let numbers = || iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&n| n < count);
    thread::scope(|scope| {
        let start = |mut lane: L| {
            scope.spawn(move || numbers().map(|number| work(number, &mut lane)).collect::<Vec<_>>())
        };
        let lanes: Vec<_> = lanes.into_iter().map(start).collect();
        lanes.into_iter().flat_map(|lane| lane.join().expect("no case panics")).collect()
    })
}

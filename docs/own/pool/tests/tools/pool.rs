//! What the tests of pools share.

use own::Pool;
use test_tools::watchdog::{BRIEF, returning_within};

pub use crate::tools::{Gate, moment, within};
pub use std::thread;

/// Makes a pool whose work has a gate.
pub fn gated(cap: usize, work: impl Fn(&Pool<u32>, u32, &Gate) + Send + Sync + 'static) -> (Pool<u32>, Gate) {
    let gate = Gate::default();
    let at = gate.clone();
    (Pool::new(cap, move |pool, item| work(pool, item, &at)), gate)
}

/// Keeps a pool to the end of the process: a test that fails waits for no drop.
pub fn kept((pool, gate): (Pool<u32>, Gate)) -> (&'static Pool<u32>, Gate) {
    (Box::leak(Box::new(pool)), gate)
}

/// Puts items into a pool that has not ended.
pub fn put(pool: &Pool<u32>, items: impl IntoIterator<Item = u32>) {
    let put = |item| assert_eq!(pool.put(item), Ok(()), "the pool has not ended, and `put` returned an item");
    let hangs = "`put` does not return: it waits for no item to end";
    returning_within(BRIEF, hangs, || items.into_iter().for_each(put));
}

/// Puts items into a pool, and waits until so many have begun in all.
pub fn begin(pool: &Pool<u32>, gate: &Gate, items: impl IntoIterator<Item = u32>, count: usize) {
    put(pool, items);
    gate.begun(count, "items were put, a thread may work on each, and one is not begun");
}

//! What the tests of pools share.

use own::Pool;

use crate::tools::Gate;

/// Makes a pool whose work has a gate.
pub fn gated<W: Fn(&Pool<u32>, u32, &Gate) + Send + Sync + 'static>(
    cap: usize,
    work: W,
) -> (Pool<u32>, Gate) {
    let gate = Gate::default();
    let at = gate.clone();
    (Pool::new(cap, move |pool, item| work(pool, item, &at)), gate)
}

/// Makes a pool whose items a gate holds, and puts `0..count`. Waits until all have begun that may.
pub fn held(hangs: &dyn Fn(&'static str), cap: usize, count: u32) -> (&'static Pool<u32>, Gate) {
    let (pool, gate) = kept(gated(cap, |_, item, gate| gate.pass(item)));
    hangs("items were put, a thread may work on each, and one is not begun");
    put(pool, 0..count);
    gate.begun(cap.min(count as usize));
    (pool, gate)
}

/// Keeps a pool to the end of the process: a test that fails waits for no drop.
pub fn kept((pool, gate): (Pool<u32>, Gate)) -> (&'static Pool<u32>, Gate) {
    (Box::leak(Box::new(pool)), gate)
}

/// Puts items into a pool that has not ended.
pub fn put(pool: &Pool<u32>, items: impl IntoIterator<Item = u32>) {
    let put =
        |item| assert_eq!(pool.put(item), Ok(()), "`put` returned an item of a pool that has not ended");
    items.into_iter().for_each(put);
}

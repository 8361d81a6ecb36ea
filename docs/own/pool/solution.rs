//! Our solution: threads that fetch a list, with what `std` has.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{collections::BTreeMap, iter, thread};

/// Fetches every item of `list`, at most `cap` at once. Returns what each fetch returned or panicked with, in the order
/// of `list`. Panics if `cap` is 0, or if the system gives too few threads.
pub fn fetch_all<T, P>(list: Vec<T>, cap: usize, fetch: impl Fn(T) -> P + Sync) -> Vec<thread::Result<P>>
where
    T: Send,
    P: Send,
{
    assert!(cap > 0, "a cap of 0 lets nothing be fetched");
    let threads = cap.min(list.len());
    let rest = Mutex::new(list.into_iter().enumerate());
    // The lock is held for one step of the iterator, and not during the fetch.
    let next = || lock(&rest).next();
    let visit = |(index, item)| (index, catch_unwind(AssertUnwindSafe(|| fetch(item))));
    let work = || Vec::from_iter(iter::from_fn(next).map(visit));
    let done: BTreeMap<_, _> = thread::scope(|scope| {
        let threads = Vec::from_iter((0..threads).map(|_| scope.spawn(work)));
        // The end of the scope waits for the closures, and `join` for the whole threads.
        threads.into_iter().flat_map(|thread| thread.join().expect("panics of `fetch` are caught")).collect()
    });
    done.into_values().collect()
}

/// Locks `mutex`. A poisoned lock may be used, because no panic leaves its content half-changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

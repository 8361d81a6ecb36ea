//! Our solution: a pool of threads, with what `std` has. The lines between `level N` and `end` come with level N.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{collections::BTreeMap, iter, panic::AssertUnwindSafe, panic::catch_unwind, thread};

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
    thread::scope(|scope| {
        let threads = Vec::from_iter((0..threads).map(|_| scope.spawn(work)));
        // The end of the scope waits for the closures, and `join` for the whole threads.
        let done = threads.into_iter().flat_map(|thread| thread.join().expect("panics are caught"));
        BTreeMap::from_iter(done).into_values().collect()
    })
}

/// Locks `mutex`. A poisoned lock may be used, because no panic leaves its content half-changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

// level 2
use std::{collections::VecDeque, mem, sync::Arc, sync::Condvar};

/// Threads that work on items, each of which may lead to more. A drop ends the pool, and waits for nothing: items that
/// were not begun are dropped, and each thread ends after its item.
pub struct Pool<T: Send + 'static>(Arc<Shared<T>>);

type Work<T> = dyn Fn(&Pool<T>, T) + Send + Sync;

struct Shared<T: Send + 'static> {
    cap: usize,
    work: Box<Work<T>>,
    state: Mutex<State<T>>,
    /// What an idle thread waits for.
    available: Condvar,
    /// What every other thread waits for.
    finished: Condvar,
}

struct State<T> {
    items: VecDeque<T>,
    /// How many items are in the queue or in flight: an empty queue is not a finished one.
    unfinished: usize,
    /// Up to `cap`, never fewer than unfinished items: so each item that may begin finds a free thread.
    threads: usize,
    closed: bool,
}

impl<T: Send + 'static> Pool<T> {
    /// Makes a pool that calls `work` for each item, in at most `cap` threads. Panics if `cap` is 0.
    pub fn new(cap: usize, work: impl Fn(&Pool<T>, T) + Send + Sync + 'static) -> Pool<T> {
        assert!(cap > 0, "a cap of 0 lets nothing be done");
        let work = Box::new(work);
        let state = Mutex::new(State { items: VecDeque::new(), unfinished: 0, threads: 0, closed: false });
        Pool(Arc::new(Shared { cap, work, state, available: Condvar::new(), finished: Condvar::new() }))
    }

    /// Adds an item. Returns it if the pool has ended. Panics if the system gives no thread.
    pub fn put(&self, item: T) -> Result<(), T> {
        let mut state = lock(&self.0.state);
        if state.closed {
            return Err(item);
        }
        if state.threads < self.0.cap.min(state.unfinished + 1) {
            let shared = Arc::clone(&self.0);
            thread::spawn(move || Pool(shared).run());
            // Counted here, because the thread may begin late.
            state.threads += 1;
        }
        state.unfinished += 1;
        state.items.push_back(item);
        self.0.available.notify_one();
        Ok(())
    }

    /// Waits until `work` has returned or panicked for every item, or the pool has ended. Not for `work` itself.
    pub fn join(&self) {
        drop(self.0.finished.wait_while(lock(&self.0.state), |state| state.unfinished > 0 && !state.closed));
    }

    /// Works on one item after another until the pool has ended.
    fn run(&self) {
        let idle = |state: &mut State<T>| state.items.is_empty() && !state.closed;
        let available = || self.0.available.wait_while(lock(&self.0.state), idle);
        let next = || available().unwrap_or_else(PoisonError::into_inner).items.pop_front();
        while let Some(item) = next() {
            // The panic hook has reported a panic.
            let _ = catch_unwind(AssertUnwindSafe(|| (self.0.work)(self, item)));
            let mut state = lock(&self.0.state);
            state.unfinished -= 1;
            if state.unfinished == 0 {
                self.0.finished.notify_all();
            }
        }
    }

    /// Ends the pool, and every `join`. Returns the items that were not begun.
    fn close(&self) -> VecDeque<T> {
        let mut state = lock(&self.0.state);
        state.closed = true;
        self.0.available.notify_all();
        self.0.finished.notify_all();
        state.unfinished -= state.items.len();
        mem::take(&mut state.items)
    }
}

impl<T: Send + 'static> Drop for Pool<T> {
    /// Ends the pool. A thread's own handle changes nothing, because it is dropped after the end.
    fn drop(&mut self) {
        self.close();
    }
}

// level 3
use std::time::Instant;

/// What a shutdown leaves.
#[derive(Debug)]
pub struct Left<T> {
    /// The items that were not begun, in the order of `put`.
    pub not_begun: Vec<T>,
    /// How many items are still in flight.
    pub in_flight: usize,
}

impl<T: Send + 'static> Pool<T> {
    /// Ends the pool. Waits until nothing is in flight, or until `deadline`.
    pub fn shut_down(&self, deadline: Instant) -> Left<T> {
        let not_begun = self.close().into();
        let time = deadline.saturating_duration_since(Instant::now());
        let end = self.0.finished.wait_timeout_while(lock(&self.0.state), time, |state| state.unfinished > 0);
        Left { not_begun, in_flight: end.unwrap_or_else(PoisonError::into_inner).0.unfinished }
    }
}
// end

//! What the tests of all levels share: nothing here knows a solution.

#![allow(dead_code, reason = "no level uses all of it")]

use std::fs;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use test_tools::patience::Patience;
use test_tools::watchdog::watched_within;

/// A test ends after so long without progress.
pub const LIMIT: Duration = Duration::from_secs(2);

/// Enough for a thread to do what it must not do, or to begin a wait. A test that is too early misses a mistake.
const MOMENT: Duration = Duration::from_millis(100);

/// Runs `test`, which says before each wait what it means if that never ends.
#[track_caller]
pub fn test(test: impl FnOnce(&dyn Fn(&'static str)) + Send + 'static) {
    let last = Arc::new(Mutex::new("the test hangs"));
    let says = Arc::clone(&last);
    let says = move |message| *says.lock().expect("no panic") = message;
    watched_within(LIMIT, move || test(&says), move || last.lock().expect("no panic").to_string());
}

/// Waits a moment.
pub fn moment() {
    Patience::of(MOMENT).wait(|_| {
        thread::sleep(Duration::from_millis(5));
        None::<()>
    });
}

/// Keeps `value` until the process ends. So a test that fails waits for no drop, which may hang.
pub fn kept<V>(value: V) -> &'static V {
    Box::leak(Box::new(value))
}

/// Calls `call` in a thread of its own, and sends what it returns.
pub fn beside<R: Send + 'static>(call: impl FnOnce() -> R + Send + 'static) -> Receiver<R> {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(call()));
    receiver
}

/// Where the test holds each fetch until it may end.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<Items>, Condvar)>);

#[derive(Default)]
struct Items {
    begun: Vec<u32>,
    may_end: Vec<u32>,
    is_open: bool,
}

impl Gate {
    /// Notes that the fetch of `item` has begun, and returns when it may end.
    pub fn pass(&self, item: u32) {
        self.lock().begun.push(item);
        self.0.1.notify_all();
        drop(self.wait(|items| items.is_open || items.may_end.contains(&item)));
    }

    /// Waits until `count` items have begun. Returns all of them, in the order of their beginnings.
    pub fn begun(&self, count: usize) -> Vec<u32> {
        self.wait(|items| items.begun.len() >= count).begun.clone()
    }

    /// Waits a moment for a further item. Returns all that have begun.
    pub fn begun_later(&self) -> Vec<u32> {
        moment();
        self.begun(0)
    }

    /// Lets `item` end.
    pub fn end(&self, item: u32) {
        self.lock().may_end.push(item);
        self.0.1.notify_all();
    }

    /// Lets every item end, later ones included.
    pub fn open(&self) {
        self.lock().is_open = true;
        self.0.1.notify_all();
    }

    fn wait(&self, holds: impl Fn(&Items) -> bool) -> MutexGuard<'_, Items> {
        self.0.1.wait_while(self.lock(), |items| !holds(items)).expect("no panic with the lock")
    }

    fn lock(&self) -> MutexGuard<'_, Items> {
        self.0.0.lock().expect("no panic with the lock")
    }
}

/// Returns what this thread has cost so far: the time of the processor, and how often it slept. Only Linux counts that.
#[cfg(unix)]
pub fn cost() -> (Duration, u64) {
    let status = fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
    let slept = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
    (test_tools::clock::cpu_time(), slept.map_or(0, |count| count.trim().parse().expect("a number")))
}

/// Asserts that a wait of two moments or more, between two calls of [`cost`], was one sleep.
#[cfg(unix)]
#[track_caller]
pub fn assert_slept(before: (Duration, u64), after: (Duration, u64), waits: &str) {
    let (time, sleeps) = (after.0 - before.0, after.1 - before.1);
    assert!(
        time < MOMENT / 4 && sleeps < 10,
        "{waits} took {time:?} of the processor and woke up {sleeps} times, for nothing: a wait lasts until the thread that \
            changes something ends it"
    );
}

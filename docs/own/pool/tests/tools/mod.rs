//! What the tests of all levels share: nothing here knows a solution.

#![allow(dead_code, reason = "no level uses all of it")]

use std::cell::RefCell;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::{thread, time::Duration};

use test_tools::{patience::Patience, watchdog::watched_within};

/// A test ends after so long.
pub const LIMIT: Duration = Duration::from_secs(2);

/// Runs `test`, which says before a wait what is wrong if it never ends.
#[track_caller]
pub fn test(test: impl FnOnce(&dyn Fn(&'static str)) + Send + 'static) {
    let last = Arc::new(Mutex::new("the test hangs"));
    let says = Arc::clone(&last);
    let says = move |message| *says.lock().expect("no panic") = message;
    watched_within(LIMIT, move || test(&says), move || last.lock().expect("no panic").to_string());
}

/// Waits until a thread has begun a wait, or has done what it must not do. If that is too early, a mistake is missed.
pub fn moment() {
    Patience::of(Duration::from_millis(100)).wait(|_| {
        thread::sleep(Duration::from_millis(5));
        None::<()>
    });
}

/// Calls `call` in a thread of its own, and sends what it returns.
pub fn beside<R: Send + 'static>(call: impl FnOnce() -> R + Send + 'static) -> Receiver<R> {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(call()));
    receiver
}

/// Holds fetches until the test lets them end, and observes them.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<Seen>, Condvar)>);

#[derive(Default)]
pub struct Seen {
    pub begun: Vec<u32>,
    may_end: Vec<u32>,
    pub threads: usize,
    pub ended_threads: usize,
}

impl Gate {
    /// Notes that `item` has begun in this thread, and waits until it may end.
    pub fn pass(&self, item: u32) {
        thread_local!(static THREAD: RefCell<Option<Thread>> = const { RefCell::new(None) });
        if THREAD.with_borrow(Option::is_none) {
            self.change(|seen| seen.threads += 1);
            THREAD.set(Some(Thread(self.clone())));
        }
        self.change(|seen| seen.begun.push(item));
        drop(self.wait(|seen| seen.may_end.contains(&item)));
    }

    /// Lets `items` end.
    pub fn end(&self, items: impl IntoIterator<Item = u32>) {
        self.change(|seen| seen.may_end.extend(items));
    }

    /// Waits until so many items have begun. Returns all that have, in order.
    pub fn begun(&self, count: usize) -> Vec<u32> {
        self.wait(|seen| seen.begun.len() >= count).begun.clone()
    }

    pub fn wait(&self, holds: impl Fn(&Seen) -> bool) -> MutexGuard<'_, Seen> {
        let seen = self.0.0.lock().expect("no panic with the lock");
        self.0.1.wait_while(seen, |seen| !holds(seen)).expect("no panic with the lock")
    }

    fn change(&self, change: impl FnOnce(&mut Seen)) {
        change(&mut self.wait(|_| true));
        self.0.1.notify_all();
    }
}

/// A thread that has passed a gate, and takes its time to end.
struct Thread(Gate);

impl Drop for Thread {
    fn drop(&mut self) {
        moment();
        self.0.change(|seen| seen.ended_threads += 1);
    }
}

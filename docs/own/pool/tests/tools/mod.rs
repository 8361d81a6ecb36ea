//! What the tests of all levels share: nothing here knows a solution.

use std::sync::{Arc, Condvar, Mutex};
use std::{cell::OnceCell, thread, time::Duration};

use test_tools::{patience::Patience, probe::OnDrop, watchdog::BRIEF, watchdog::watched_within};

/// Calls `call`. Panics with what is wrong, `hangs`, if it does not return.
#[track_caller]
pub fn within<R: Send + 'static>(hangs: &'static str, call: impl FnOnce() -> R + Send + 'static) -> R {
    watched_within(BRIEF, call, || hangs.to_owned())
}

/// Waits until a thread has begun a wait, or has done what it must not do. If that is too early, a mistake is missed.
pub fn moment() {
    Patience::of(Duration::from_millis(100)).wait(|_| {
        thread::sleep(Duration::from_millis(5));
        None::<()>
    });
}

/// Holds fetches until the test lets them end, and observes them.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<Seen>, Condvar)>);

#[derive(Default)]
pub struct Seen {
    pub begun: Vec<u32>,
    may_end: Vec<u32>,
    /// How many threads have passed the gate, and have not ended.
    pub threads: usize,
}

impl Gate {
    /// Notes that `item` has begun in this thread. Returns it as soon as it may end.
    pub fn pass(&self, item: u32) -> u32 {
        thread_local!(static ENDS: OnceCell<OnDrop<Box<dyn FnMut()>>> = const { OnceCell::new() });
        let begins = || {
            self.see(|seen| seen.threads += 1);
            let gate = self.clone();
            OnDrop(Box::new(move || {
                // A thread takes its time to end.
                moment();
                gate.see(|seen| seen.threads -= 1);
            }) as Box<dyn FnMut()>)
        };
        ENDS.with(|ends| _ = ends.get_or_init(begins));
        self.see(|seen| seen.begun.push(item));
        self.until(|seen| seen.may_end.contains(&item));
        item
    }

    /// Lets `items` end.
    pub fn end(&self, items: impl IntoIterator<Item = u32>) {
        self.see(|seen| seen.may_end.extend(items));
    }

    /// Waits until so many items have begun. Returns all that have, in order.
    pub fn begun(&self, count: usize, hangs: &'static str) -> Vec<u32> {
        self.wait(hangs, move |seen| seen.begun.len() >= count)
    }

    /// Waits until this holds. Returns all items that have begun, in order.
    pub fn wait(&self, hangs: &'static str, holds: impl Fn(&Seen) -> bool + Send + 'static) -> Vec<u32> {
        let gate = self.clone();
        within(hangs, move || gate.until(holds))
    }

    pub fn see<R>(&self, see: impl FnOnce(&mut Seen) -> R) -> R {
        let seen = see(&mut self.0.0.lock().expect("no panic with the lock"));
        self.0.1.notify_all();
        seen
    }

    fn until(&self, holds: impl Fn(&Seen) -> bool) -> Vec<u32> {
        let seen = self.0.0.lock().expect("no panic with the lock");
        self.0.1.wait_while(seen, |seen| !holds(seen)).expect("no panic with the lock").begun.clone()
    }
}

//! Runs a test in one order of its threads' steps after another, with the crate `loom`.

use std::cell::RefCell;
use std::ops::Deref;
use std::sync::atomic::Ordering::{self, Acquire, Release, SeqCst};

use loom::model::Builder;
use loom::sync::atomic;
use loom::thread;
use test_tools::steps::last_steps;

/// The names of the states.
const STATES: [&str; 4] = ["Idle", "Queued", "Running", "Woken"];

thread_local! {
    /// The steps so far, in this order. The threads of `loom` are one thread of the system.
    static STEPS: RefCell<Vec<String>> = RefCell::default();
}

/// Runs `test` once for each order with at most three preemptions.
#[track_caller]
pub fn check(test: impl Fn() + Send + Sync + 'static) {
    let mut orders = Builder::new();
    orders.preemption_bound = Some(3);
    orders.check(move || {
        STEPS.take();
        test();
    });
}

/// Panics with `mistake` if `right` is false, and with the steps that led to it.
#[track_caller]
pub fn assert_that(right: bool, mistake: &str) {
    if !right {
        panic!("{mistake}{}", last_steps(&STEPS.take()));
    }
}

/// Notes a step of the current thread.
pub fn note(what: &str) {
    let thread = thread::current();
    let name = thread.name().unwrap_or("the test");
    STEPS.with_borrow_mut(|steps| steps.push(format!("{name} {what}")));
}

/// A state. The order of its operations with `SeqCst` is that of the steps.
pub struct AtomicU8(atomic::AtomicU8);

impl AtomicU8 {
    pub fn new(value: u8) -> AtomicU8 {
        AtomicU8(atomic::AtomicU8::new(value))
    }

    pub fn load(&self, order: Ordering) -> u8 {
        let found = self.newest(order);
        note(&format!("finds {}", name(found)));
        found
    }

    pub fn store(&self, value: u8, order: Ordering) {
        // `loom` puts a store after a later swap, unless it is a swap, too. That one acquires nothing.
        if order == SeqCst {
            _ = self.0.swap(value, Release)
        } else {
            self.0.store(value, order)
        }
        note(&format!("writes {}", name(value)));
    }

    pub fn swap(&self, value: u8, order: Ordering) -> u8 {
        let found = self.0.swap(value, order);
        changed(found, value);
        found
    }

    pub fn compare_exchange(&self, old: u8, new: u8, set: Ordering, fetch: Ordering) -> Result<u8, u8> {
        let result = self.0.compare_exchange(old, new, set, fetch);
        match result {
            Ok(found) => changed(found, new),
            Err(found) => note(&format!("finds {}", name(found))),
        }
        result
    }

    pub fn fetch_update(
        &self,
        set: Ordering,
        fetch: Ordering,
        mut next: impl FnMut(u8) -> Option<u8>,
    ) -> Result<u8, u8> {
        let mut found = self.newest(fetch);
        while let Some(new) = next(found) {
            match self.0.compare_exchange(found, new, set, fetch) {
                Ok(found) => {
                    changed(found, new);
                    return Ok(found);
                }
                Err(other) => found = other,
            }
        }
        Err(found)
    }

    /// `loom` lets a load find an older value, unless it is also a write, which here releases nothing.
    fn newest(&self, order: Ordering) -> u8 {
        if order == SeqCst { self.0.fetch_or(0, Acquire) } else { self.0.load(order) }
    }
}

/// All else that both reads and writes uses the newest value.
impl Deref for AtomicU8 {
    type Target = atomic::AtomicU8;

    fn deref(&self) -> &atomic::AtomicU8 {
        &self.0
    }
}

fn changed(from: u8, to: u8) {
    let does =
        if from == to { "and writes it again".to_owned() } else { format!("and makes it {}", name(to)) };
    note(&format!("finds {}, {does}", name(from)));
}

fn name(state: u8) -> String {
    STATES.get(usize::from(state)).map_or_else(|| state.to_string(), |&name| name.to_owned())
}

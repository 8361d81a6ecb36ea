//! Runs a test in one order of its threads' steps after another, with the crate `loom`. In each, a load may
//! return an older value, wherever the orderings allow it: so one thread may not see what another one has done.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::Deref;
use std::panic::Location;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{self, Acquire, Release, SeqCst};

use loom::model::Builder;
use loom::sync::atomic::{self, fence};
use loom::sync::{Condvar, Mutex};
use loom::thread;
use test_tools::steps::last_steps;

thread_local! {
    /// The steps so far, in this order. The threads of `loom` are one thread of the system.
    static STEPS: RefCell<Vec<String>> = RefCell::default();
    /// Whether each operation with `SeqCst` makes a fence, too.
    static HAS_FENCES: Cell<bool> = const { Cell::new(false) };
}

/// As [`check`], for threads that each write one thing, and then read what the other one writes.
///
/// `loom` takes `SeqCst` for acquire and release, which is too weak for this. For one flag alone, fences would be too strong.
#[track_caller]
pub fn check_crosswise(test: impl Fn() + Send + Sync + 'static) {
    check_all(true, test);
}

/// Runs `test` once for each order with at most three preemptions.
#[track_caller]
pub fn check(test: impl Fn() + Send + Sync + 'static) {
    check_all(false, test);
}

#[track_caller]
fn check_all(has_fences: bool, test: impl Fn() + Send + Sync + 'static) {
    HAS_FENCES.set(has_fences);
    let mut orders = Builder::new();
    orders.max_branches = 100_000;
    // There are too many orders to try all. Those with three preemptions show each mistake that is known.
    orders.preemption_bound = Some(3);
    orders.check(move || {
        STEPS.take();
        test();
    });
}

/// Panics with `mistake` if `right` is false, and with the steps that led to it.
#[track_caller]
pub fn assert_that<M: Into<String>>(right: bool, mistake: impl FnOnce() -> M) {
    if !right {
        panic!("{}{}", mistake().into(), last_steps(&STEPS.take()));
    }
}

/// Notes a step of the current thread.
pub fn note(what: &str) {
    let thread = thread::current();
    let name = thread.name().unwrap_or("the test");
    STEPS.with_borrow_mut(|steps| steps.push(format!("{name} {what}")));
}

/// A flag, and the name of its field. The order of its operations with `SeqCst` is that of the steps.
pub struct AtomicBool {
    name: &'static str,
    flag: atomic::AtomicBool,
}

impl AtomicBool {
    #[track_caller]
    pub fn new(value: bool) -> AtomicBool {
        let line = include_str!("../../src/wake.rs").lines().nth(Location::caller().line() as usize - 1);
        let field = line.and_then(|line| line.split(": AtomicBool::new").next()?.split(' ').next_back());
        AtomicBool { name: field.expect("a field"), flag: atomic::AtomicBool::new(value) }
    }

    #[track_caller]
    pub fn load(&self, order: Ordering) -> bool {
        fence_of(order);
        // Without fences, `loom` lets a load find an older value, unless it is also a write, which here releases nothing.
        let is_newest = order == SeqCst && !HAS_FENCES.get();
        let found = if is_newest { self.flag.fetch_or(false, Acquire) } else { self.flag.load(order) };
        self.note("finds", found);
        found
    }

    #[track_caller]
    pub fn store(&self, value: bool, order: Ordering) {
        // `loom` puts a store after a later swap, unless it is a swap, too. Without fences, that one acquires nothing.
        match order {
            SeqCst if HAS_FENCES.get() => _ = self.flag.swap(value, order),
            SeqCst => _ = self.flag.swap(value, Release),
            _ => self.flag.store(value, order),
        }
        self.note("makes", value);
        fence_of(order);
    }

    #[track_caller]
    pub fn swap(&self, value: bool, order: Ordering) -> bool {
        fence_of(order);
        let found = self.flag.swap(value, order);
        self.note("finds", found);
        self.note("makes", value);
        fence_of(order);
        found
    }

    #[track_caller]
    fn note(&self, does: &str, value: bool) {
        let (name, line) = (self.name, Location::caller().line());
        note(&format!("{does} `{name}` {}, in line {line} of wake.rs", if value { "set" } else { "clear" }));
    }
}

/// Makes the fence of a `SeqCst` operation.
fn fence_of(order: Ordering) {
    if HAS_FENCES.get() && order == SeqCst {
        fence(SeqCst);
    }
}

/// All else that both reads and writes uses the newest value.
impl Deref for AtomicBool {
    type Target = atomic::AtomicBool;

    fn deref(&self) -> &atomic::AtomicBool {
        &self.flag
    }
}

impl fmt::Debug for AtomicBool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fetch_or(false, SeqCst).fmt(f)
    }
}

/// The sleep of a thread. As with a selector, a notification ends the one under way, or else the next one.
#[derive(Default)]
pub struct Sleep {
    /// Whether it was ended, and whether nothing will end it any more.
    ends: Mutex<(bool, bool)>,
    changed: Condvar,
    calls: AtomicUsize,
}

impl Sleep {
    /// Ends the sleep.
    pub fn end(&self) {
        note("ends the sleep");
        self.calls.fetch_add(1, SeqCst);
        self.ends.lock().unwrap().0 = true;
        self.changed.notify_one();
    }

    /// Says that from now on, no other thread ends the sleep.
    pub fn never(&self) {
        self.ends.lock().unwrap().1 = true;
        self.changed.notify_one();
    }

    /// Returns how often it was ended.
    pub fn calls(&self) -> usize {
        self.calls.load(SeqCst)
    }

    /// Sleeps, unless there is work. If no thread can end the sleep any more, it panics with `mistake`.
    pub fn unless(&self, is_work: bool, mistake: impl FnOnce() -> String) {
        if !is_work {
            note("sleeps");
            let mut ends = self.ends.lock().unwrap();
            while *ends == (false, false) {
                ends = self.changed.wait(ends).unwrap();
            }
            assert_that(std::mem::take(&mut ends.0), mistake);
        }
    }
}

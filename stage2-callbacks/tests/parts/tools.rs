//! Tools that the tests share: a log for callbacks, turns under a watchdog, and a fetch whose server is the test.

#[cfg(target_os = "linux")]
pub mod calls;
mod fetch;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use common::text::panic_message;
pub use fetch::{Fetch, LARGE, PAUSE, THREE_PAUSES, listen, one_try};
use mio::Token;
use stage2_callbacks::reactor::Reactor;
use test_tools::patience::Patience;
use test_tools::watchdog::returning;

/// The names of the callbacks that were called.
pub type Log = Rc<RefCell<Vec<&'static str>>>;

/// Makes a reactor and a log.
pub fn setup() -> (Rc<Reactor>, Log) {
    (Rc::new(Reactor::new().expect("a selector")), Log::default())
}

/// Returns a callback that writes `name` to the log.
pub fn note(log: &Log, name: &'static str) -> impl Fn() + 'static {
    let log = Rc::clone(log);
    move || log.borrow_mut().push(name)
}

/// Returns a callback that calls `on_drop` when it is dropped, unless the test has failed.
pub fn keeping(on_drop: impl Fn() + 'static) -> impl Fn() + 'static {
    let kept = OnDrop(on_drop);
    move || _ = &kept
}

struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.0();
        }
    }
}

/// Less than the whole test may take: so `hint` is said first.
const LIMIT: Duration = Duration::from_secs(2);

/// Takes turns until `look` returns a value.
///
/// # Panics
/// If it returns none for so long that something must be wrong: with `hint`.
#[track_caller]
pub fn turn_until<T>(reactor: &Reactor, hint: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let mut patience = Patience::of(LIMIT);
    loop {
        if let Some(value) = look() {
            return value;
        }
        assert!(!patience.is_over(), "{hint}");
        // A timer ends a turn for which no event comes.
        reactor.set_timer(Instant::now() + Duration::from_millis(5), || {});
        turn(reactor);
    }
}

/// Takes one turn.
///
/// # Panics
/// If a callback panics: with an explanation if it found something borrowed.
#[track_caller]
pub fn turn(reactor: &Reactor) {
    returns(|| reactor.turn().expect("the selector works"));
}

/// Calls every callback of a fetch, as if an event had come for nothing.
#[track_caller]
pub fn dispatch_all(reactor: &Reactor) {
    // More tokens than a fetch uses.
    returns(|| (0..20).for_each(|token| reactor.dispatch(Token(token))));
}

/// Runs a part of a test in which callbacks are called.
#[track_caller]
fn returns(part: impl FnOnce()) {
    let spins = "a turn does not end: a callback that can do nothing now must return to the event loop, and each timer \
        that is due fires once";
    let hint = "a borrow is held over a call that borrows the same: end it first. A guard lives until `drop` or the end of its \
        block, and one in the head of an `if let`, `while let`, `match` or `for` until the end of that";
    unless_borrowed(hint, || returning(spins, part));
}

/// Returns how many turns end within a moment in which nothing happens: few, because the loop waits.
pub fn turns_in_a_moment(reactor: &Reactor) -> usize {
    // Of several moments the busiest, because a machine with other things to do may leave this thread out of one.
    (0..3).map(|_| turns_of_one(reactor)).max().unwrap_or_default()
}

fn turns_of_one(reactor: &Reactor) -> usize {
    let (log, now) = (Log::default(), Instant::now());
    // The timers of `turn_until` that are left fire before the moment begins.
    reactor.set_timer(now + Duration::from_millis(10), note(&log, "begins"));
    reactor.set_timer(now + Duration::from_millis(60), note(&log, "ends"));
    let mut turns = 0;
    while log.borrow().len() < 2 {
        turn(reactor);
        turns += usize::from(!log.borrow().is_empty());
    }
    turns
}

/// Calls `part`, which must find everything free that it borrows.
///
/// # Panics
/// If `part` panics: with `hint` if it found something borrowed.
#[track_caller]
pub fn unless_borrowed(hint: &str, part: impl FnOnce()) {
    let Err(panic) = catch_unwind(AssertUnwindSafe(part)) else { return };
    assert!(!panic_message(&*panic).contains("borrowed"), "{hint}");
    resume_unwind(panic)
}

/// Calls `part`, which must not panic.
///
/// # Panics
/// If it does: with `hint`.
#[track_caller]
pub fn unless_panics(hint: &str, part: impl FnOnce()) {
    let Err(panic) = catch_unwind(AssertUnwindSafe(part)) else { return };
    if panic_message(&*panic).contains("not yet implemented") {
        resume_unwind(panic);
    }
    panic!("{hint}");
}

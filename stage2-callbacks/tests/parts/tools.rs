//! Tools that the tests share: a log for callbacks, turns under a watchdog, and a fetch whose server is the test.

#[cfg(target_os = "linux")]
pub mod calls;
mod fetch;

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

pub use fetch::{Fetch, PAUSE, listen, one_try};
use stage2_callbacks::reactor::Reactor;
use test_tools::patience::Patience;
use test_tools::watchdog::watched_or;

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

/// Runs a test. If it hangs, the panic says `spins`.
#[track_caller]
pub fn watch(spins: &str, test: fn()) {
    watched_or(test, || spins.to_owned());
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
    let hint = "a borrow is held over a call that borrows the same: end it first. A guard lives until `drop` or the end of its \
        block, and one in the head of an `if let`, `while let` or `match` until the end of that";
    unless_borrowed(hint, || reactor.turn().expect("the selector works"));
}

/// Calls `part`, which must find everything free that it borrows.
///
/// # Panics
/// If `part` panics: with `hint` if it found something borrowed.
#[track_caller]
pub fn unless_borrowed(hint: &str, part: impl FnOnce()) {
    let Err(panic) = catch_unwind(AssertUnwindSafe(part)) else { return };
    assert!(!said(&*panic).contains("borrowed"), "{hint}");
    resume_unwind(panic)
}

/// Calls `part`, which must not panic.
///
/// # Panics
/// If it does: with `hint`.
#[track_caller]
pub fn unless_panics(hint: &str, part: impl FnOnce()) {
    let Err(panic) = catch_unwind(AssertUnwindSafe(part)) else { return };
    if said(&*panic).contains("not yet implemented") {
        resume_unwind(panic);
    }
    panic!("{hint}");
}

/// Runs a part of a test that calls functions of other exercises, too. Passes where such an exercise is open.
pub fn unless_open(exercises: &[&str], part: impl FnOnce()) {
    let Err(panic) = catch_unwind(AssertUnwindSafe(part)) else { return };
    let is_hole = |id: &&str| said(&*panic).contains(&format!("not yet implemented: {id}:"));
    if !exercises.iter().any(is_hole) {
        resume_unwind(panic);
    }
}

/// Takes turns until `look` returns a value, unless one of these exercises is open. What comes after that is of no matter.
#[track_caller]
pub fn reaches<T>(reactor: &Reactor, exercises: &[&str], hint: &str, mut look: impl FnMut() -> Option<T>) {
    unless_open(exercises, || {
        let reached = catch_unwind(AssertUnwindSafe(|| turn_until(reactor, hint, &mut look)));
        if let Err(panic) = reached
            && look().is_none()
        {
            resume_unwind(panic);
        }
    });
}

/// Returns the message of a panic.
fn said(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| Some(panic.downcast_ref::<String>()?))
        .unwrap_or_default()
}

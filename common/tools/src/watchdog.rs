//! The watchdog: a test that hangs fails within seconds, and says so.

use std::any::Any;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::process;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::patience::{HUNG, IDLE, Patience};
use crate::traced::why_it_hangs;

/// After so many tests that hang, no further one is run: each of them would take seconds, and teach nothing more.
const MOST_HUNG: usize = 3;

/// The limit of a test that takes milliseconds, and of which a wrong answer may make several hang.
pub const BRIEF: Duration = Duration::from_millis(1500);

/// Returns what a thread sends, or `None` if it hangs or has ended.
pub fn receive<T>(receiver: &Receiver<T>) -> Option<T> {
    look_at(receiver, IDLE)?.ok()
}

/// Returns what a thread sends, an error if it has ended, or `None` if it hangs.
fn look_at<T>(receiver: &Receiver<T>, limit: Duration) -> Option<Result<T, RecvTimeoutError>> {
    Patience::of(limit).wait(|tick| match receiver.recv_timeout(tick) {
        Err(RecvTimeoutError::Timeout) => None,
        received => Some(received),
    })
}

/// Runs `test` in a thread of its own, and returns its result. A panic in it goes on here.
#[track_caller]
pub fn watched<T: Send + 'static>(test: impl FnOnce() -> T + Send + 'static) -> T {
    watched_or(test, || "the test hangs: nothing wakes what it waits for".to_owned())
}

/// Runs `test` like [`watched`]. If it hangs, the panic says what `explain` returns.
#[track_caller]
pub fn watched_or<T: Send + 'static>(
    test: impl FnOnce() -> T + Send + 'static,
    explain: impl FnOnce() -> String,
) -> T {
    watched_within(IDLE, test, explain)
}

/// Runs `test` like [`watched_or`], with another limit.
#[track_caller]
pub fn watched_within<T: Send + 'static>(
    limit: Duration,
    test: impl FnOnce() -> T + Send + 'static,
    explain: impl FnOnce() -> String,
) -> T {
    assert_is_worth_running();
    let (alive, ended) = channel::<()>();
    let this = thread::current();
    let named = thread::Builder::new().name(this.name().unwrap_or("a test").to_owned());
    let thread = named.spawn(move || {
        let _alive = alive;
        test()
    });
    let thread = thread.expect("the system gives a thread");
    if look_at(&ended, limit).is_none() {
        HUNG.fetch_add(1, Ordering::Relaxed);
        panic!("{}{}", explain(), why_it_hangs());
    }
    thread.join().unwrap_or_else(|panic: Box<dyn Any + Send>| resume_unwind(panic))
}

/// Asserts that not too many tests of this process have hung before.
#[track_caller]
pub fn assert_is_worth_running() {
    let hung = HUNG.load(Ordering::Relaxed);
    assert!(hung < MOST_HUNG, "not run, because {hung} others hang: fix those first");
}

/// Calls `call`, which returns soon. If it does not, the whole process ends: a thread that loops cannot be stopped.
pub fn returning<T>(message: &'static str, call: impl FnOnce() -> T) -> T {
    returning_within(IDLE, message, call)
}

/// Calls `call` like [`returning`], with another limit.
pub fn returning_within<T>(limit: Duration, message: &'static str, call: impl FnOnce() -> T) -> T {
    let (running, ended) = channel::<()>();
    let test = thread::current().name().unwrap_or("a test").to_owned();
    thread::spawn(move || {
        if look_at(&ended, limit).is_none() {
            // Not `eprintln`, whose text goes to the test, and is shown when it has ended.
            let _ = writeln!(io::stderr(), "\n{test}: {message}");
            process::exit(101);
        }
    });
    let result = call();
    drop(running);
    result
}

/// Waits until `condition` holds, and returns whether it does before the test hangs.
pub fn until(mut condition: impl FnMut() -> bool) -> bool {
    let holds = |_| {
        let holds = condition();
        if !holds {
            thread::sleep(Duration::from_millis(1));
        }
        holds.then_some(())
    };
    Patience::of(IDLE).wait(holds).is_some()
}

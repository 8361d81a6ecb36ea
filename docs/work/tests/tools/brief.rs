//! The watchdog of `test_tools` for tests that take milliseconds: it has less patience, because a wrong answer may make several
//! tests hang, and its reader waits for all of them.

#![allow(dead_code)]

use std::io::{Write, stderr};
use std::panic::resume_unwind;
use std::process::exit;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use test_tools::patience::{HUNG, Patience};
use test_tools::watchdog::assert_is_worth_running;

/// How long a test may make no progress on a machine that has nothing else to do.
const BRIEF: Duration = Duration::from_millis(1500);

/// Runs `test` in a thread of its own. If it hangs, the panic says what `explain` returns.
#[track_caller]
pub fn watched_or<T: Send + 'static>(
    test: impl FnOnce() -> T + Send + 'static,
    explain: impl FnOnce() -> String,
) -> T {
    watched_for(BRIEF, test, explain)
}

/// Runs `test` like [`watched_or`], with a limit of its own.
#[track_caller]
pub fn watched_for<T: Send + 'static>(
    limit: Duration,
    test: impl FnOnce() -> T + Send + 'static,
    explain: impl FnOnce() -> String,
) -> T {
    assert_is_worth_running();
    let (alive, ended) = channel::<()>();
    let named = thread::Builder::new().name(thread::current().name().unwrap_or("a test").to_owned());
    let run = move || {
        let _alive = alive;
        test()
    };
    let thread = named.spawn(run).expect("the system gives a thread");
    if !ends(&ended, limit) {
        HUNG.fetch_add(1, Relaxed);
        panic!("{}", explain());
    }
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Calls `call`, which returns soon. If it does not, the whole process ends: a thread that loops cannot be stopped.
pub fn returning<T>(message: &'static str, call: impl FnOnce() -> T) -> T {
    let (running, ended) = channel::<()>();
    let test = thread::current().name().unwrap_or("a test").to_owned();
    thread::spawn(move || {
        if !ends(&ended, BRIEF) {
            // Not `eprintln`, whose text goes to the test, and is shown when it has ended.
            let _ = writeln!(stderr(), "\n{test}: {message}");
            exit(101);
        }
    });
    let result = call();
    drop(running);
    result
}

/// Returns whether the other end is dropped within this time.
fn ends(running: &Receiver<()>, limit: Duration) -> bool {
    let look = |tick| (running.recv_timeout(tick) != Err(RecvTimeoutError::Timeout)).then_some(());
    Patience::of(limit).wait(look).is_some()
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
    Patience::of(BRIEF).wait(holds).is_some()
}

//! The watchdog: a test that hangs fails within seconds, and says so.

use std::any::Any;
use std::fs;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a test may make no progress on a machine that has nothing else to do.
const IDLE: Duration = Duration::from_secs(5);

/// After so many tests that hang, no further one is run: each of them would take seconds, and teach nothing more.
const MOST_HUNG: usize = 3;

/// How many tests of this process have hung.
pub(super) static HUNG: AtomicUsize = AtomicUsize::new(0);

/// How often the watchdog looks.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// Measures how long a test has made no progress. While the machine is busy, this time goes by more slowly.
#[derive(Debug)]
pub struct Patience {
    limit: Duration,
    idle: Duration,
    looked: Instant,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience::of(IDLE)
    }
}

impl Patience {
    /// Makes a patience of another length, for a part of a test that is watched as a whole, too.
    pub fn of(limit: Duration) -> Patience {
        Patience { limit, idle: Duration::ZERO, looked: Instant::now() }
    }

    /// Returns whether the test has made no progress for so long that it hangs. Call it often.
    pub fn is_over(&mut self) -> bool {
        let now = Instant::now();
        self.idle += (now - self.looked).div_f64(busy());
        self.looked = now;
        self.idle > self.limit
    }

    /// Waits until `look` returns a value, and calls it every moment. Returns `None` if the test hangs.
    pub fn wait<T>(mut self, mut look: impl FnMut(Duration) -> Option<T>) -> Option<T> {
        loop {
            if let Some(value) = look(TICK) {
                return Some(value);
            }
            if self.is_over() {
                return None;
            }
        }
    }
}

/// Returns how many tasks of the system want a processor, for each processor, but at least 1.
fn busy() -> f64 {
    let processors = thread::available_parallelism().map_or(1.0, |count| count.get() as f64);
    // Such as `0.20 0.18 0.12 3/1204 11206`: 3 tasks want a processor. Other systems than Linux do not say.
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_else(|_| format!("0 0 0 {}/", 3.0 * processors));
    let wanted = text.split(' ').nth(3).and_then(|tasks| tasks.split('/').next()?.parse::<f64>().ok());
    (wanted.unwrap_or(1.0) / processors).max(1.0)
}

/// Returns what a thread sends, or `None` if it hangs or has ended.
pub fn receive<T>(receiver: &Receiver<T>) -> Option<T> {
    let looked = Patience::default().wait(|tick| match receiver.recv_timeout(tick) {
        Err(RecvTimeoutError::Timeout) => None,
        received => Some(received.ok()),
    });
    looked.flatten()
}

/// Waits until the other end of a channel is dropped. Returns false if that does not happen.
fn ends(alive: &Receiver<()>) -> bool {
    let ended = Patience::default().wait(|tick| match alive.recv_timeout(tick) {
        Err(RecvTimeoutError::Timeout) => None,
        _ => Some(()),
    });
    ended.is_some()
}

/// Runs `test` in a thread of its own, and returns its result. A panic in it goes on here.
///
/// # Panics
/// If `test` hangs.
#[track_caller]
pub fn watched<T: Send + 'static>(test: impl FnOnce() -> T + Send + 'static) -> T {
    watched_or(test, || "the test hangs: nothing wakes what it waits for".to_owned())
}

/// Runs `test` like [`watched`]. If it hangs, the panic says what `explain` returns.
///
/// # Panics
/// If `test` hangs.
#[track_caller]
pub fn watched_or<T: Send + 'static>(
    test: impl FnOnce() -> T + Send + 'static,
    explain: impl FnOnce() -> String,
) -> T {
    assert_is_worth_running();
    let (alive, ended) = channel::<()>();
    let thread = thread::spawn(move || {
        let _alive = alive;
        test()
    });
    let ended = ends(&ended);
    if !ended {
        HUNG.fetch_add(1, Ordering::Relaxed);
        panic!("{}", explain());
    }
    thread.join().unwrap_or_else(|panic: Box<dyn Any + Send>| resume_unwind(panic))
}

/// Asserts that not too many tests of this process have hung before.
#[track_caller]
pub(super) fn assert_is_worth_running() {
    let hung = HUNG.load(Ordering::Relaxed);
    assert!(hung < MOST_HUNG, "not run, because {hung} others hang: mend those first");
}

/// Calls `call`, which returns soon. If it does not, the whole process ends: a thread that loops cannot be stopped.
pub fn returning<T>(message: &'static str, call: impl FnOnce() -> T) -> T {
    let (running, ended) = channel::<()>();
    let test = thread::current().name().unwrap_or("a test").to_owned();
    thread::spawn(move || {
        if !ends(&ended) {
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
    Patience::default().wait(holds).is_some()
}

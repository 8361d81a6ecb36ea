//! [`test`]: runs a drain, of workers that end, hang, compute or panic.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::{Duration, Instant};

use common::crawl::interrupt::Interrupt;
use test_tools::watchdog::{BRIEF, watched_within};
use tokio::runtime::Builder;
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::JoinSet;
use work::drain::drain;

/// Longer than any test takes.
pub const LONG: Duration = Duration::from_secs(60);

/// A time for fetches that hang.
pub const SHORT: Duration = Duration::from_millis(50);

/// What a test sees of a drain that has returned.
pub struct Drained {
    pub workers: JoinSet<()>,
    /// What the drain triggers at its deadline.
    pub end: Interrupt,
    pub settled: usize,
    pub took: Duration,
}

/// Runs a drain on this runtime, with the time `grace`, of the workers that `start` starts. If it does not return, the panic says what `hangs`
/// makes of the number of outcomes that were settled. `look` looks at what has come of it.
#[track_caller]
pub fn test(
    runtime: fn() -> Builder,
    grace: Duration,
    start: impl FnOnce(&mut JoinSet<()>, Sender<()>, &Interrupt) + Send + 'static,
    hangs: fn(usize) -> String,
    look: impl FnOnce(Drained) + Send + 'static,
) {
    let settled = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&settled);
    let run = async move || {
        // The channel is as short as it can be: a worker waits with its outcome until the one before it is settled.
        let (sender, mut outcomes) = channel(1);
        let (mut workers, end, began) = (JoinSet::new(), Interrupt::default(), Instant::now());
        start(&mut workers, sender, &end);
        let rest = async {
            while outcomes.recv().await.is_some() {
                settled.fetch_add(1, SeqCst);
            }
        };
        drain(&mut workers, &end, grace, rest).await;
        look(Drained { workers, end, settled: settled.load(SeqCst), took: began.elapsed() });
    };
    let run = move || runtime().worker_threads(2).enable_time().build().unwrap().block_on(run());
    watched_within(BRIEF, run, move || hangs(count.load(SeqCst)));
}

/// Sets its flag when it is dropped: when the future of a worker is gone.
pub struct Gone(pub Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

/// Starts a worker that computes in one poll until `end`, calls `then`, and awaits nothing. Returns when it computes.
pub fn compute(workers: &mut JoinSet<()>, end: &Interrupt, then: impl FnOnce() + Send + 'static) {
    let (end, (begins, begun)) = (end.clone(), std::sync::mpsc::channel());
    workers.spawn(async move {
        begins.send(()).unwrap();
        end.sleep_until(Instant::now() + LONG).unwrap_err();
        then();
    });
    begun.recv().unwrap();
}

/// Starts a worker that panics, without a message on stderr.
pub fn panic(workers: &mut JoinSet<()>) {
    workers.spawn(async { resume_unwind(Box::new("a worker panics")) });
}

//! [`drained`]: runs a drain, of workers that end, hang, compute or panic.

use std::future::pending;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
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

/// What has come of a drain.
pub struct Drained {
    /// Whether no worker is left: none is in the `JoinSet`, and the senders of all of them are dropped.
    pub is_gone: bool,
    /// Whether the drain has triggered `end`, as it does at its deadline.
    pub is_ended: bool,
    pub settled: usize,
    pub took: Duration,
}

/// Runs a drain, with the time `grace`, of the workers that `start` starts; its last argument is `end`. If the drain does not
/// return, the panic says `hangs`.
#[track_caller]
pub fn drained(
    grace: Duration,
    hangs: &'static str,
    start: fn(&mut JoinSet<()>, Sender<()>, &Interrupt),
) -> Drained {
    let settled = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&settled);
    let run = async move || {
        // The channel is as short as it can be: a worker waits with its outcome until the one before it is settled.
        let (sender, mut outcomes) = channel(1);
        let (mut workers, end, began) = (JoinSet::new(), Interrupt::default(), Instant::now());
        let senders = sender.downgrade();
        start(&mut workers, sender, &end);
        let rest = async {
            while outcomes.recv().await.is_some() {
                settled.fetch_add(1, SeqCst);
            }
        };
        drain(&mut workers, &end, grace, rest).await;
        Drained {
            is_gone: workers.is_empty() && senders.strong_count() == 0,
            is_ended: end.is_triggered(),
            settled: settled.load(SeqCst),
            took: began.elapsed(),
        }
    };
    // On one thread, an abort takes effect only when the test waits for it.
    let run = move || Builder::new_current_thread().enable_time().build().unwrap().block_on(run());
    watched_within(BRIEF, run, || format!("{hangs} (outcomes settled: {})", count.load(SeqCst)))
}

/// Starts a worker that has so many outcomes, and ends.
pub fn hand_in(outcomes: usize, workers: &mut JoinSet<()>, sender: Sender<()>) {
    workers.spawn(async move {
        for _ in 0..outcomes {
            tokio::task::yield_now().await;
            // It fails only when nothing is settled any more.
            let _ = sender.send(()).await;
        }
    });
}

/// Starts a worker that hangs.
pub fn hang(workers: &mut JoinSet<()>, sender: Sender<()>) {
    workers.spawn(async move {
        let _sender = sender;
        pending().await
    });
}

/// Starts a worker that computes in one poll until `end`, calls `then`, and awaits nothing. Returns when it computes.
pub fn compute(workers: &mut JoinSet<()>, end: &Interrupt, then: impl FnOnce() + Send + 'static) {
    let (end, (begins, begun)) = (end.clone(), std::sync::mpsc::channel());
    // It is never dropped, because that would wait for a worker that computes on.
    let other_thread = Box::leak(Box::new(Builder::new_multi_thread().worker_threads(1).build().unwrap()));
    let computing = async move {
        begins.send(()).unwrap();
        end.sleep_until(Instant::now() + LONG).unwrap_err();
        then();
    };
    workers.spawn_on(computing, other_thread.handle());
    begun.recv().unwrap();
}

/// Starts a worker that panics, without a message on stderr.
pub fn panic(workers: &mut JoinSet<()>) {
    workers.spawn(async { resume_unwind(Box::new("a worker panics")) });
}

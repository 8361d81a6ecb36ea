//! Draining: what ends in time is settled, what does not is cut off, and nothing is left when `drain` returns.

use std::future::pending;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use common::crawl::interrupt::Interrupt;
use test_tools::watchdog::{BRIEF, watched_within};
use tokio::runtime::Builder;
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::JoinSet;
use work::drain::{drain, interrupted};

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(60);

/// A time for fetches that hang.
const SHORT: Duration = Duration::from_millis(50);

#[test]
fn what_ends_in_time_is_settled_and_nothing_waits_for_the_deadline() {
    let hangs = "3 workers have 9 outcomes and then end, and `drain` waits on: `rest` takes the outcomes from a bounded channel, so \
        poll it while workers wait for a place there, and return when it is ready. The deadline is only for what hangs";
    let drained = drained(LONG, hangs, |workers, sender, _| {
        (0..3).for_each(|_| hand_in(3, workers, sender.clone()));
    });
    let why = "3 workers have 9 outcomes, and needed no time, but not all are settled (left: settled): nothing may be cut off before \
        the deadline, and `rest` must be polled until it is ready";
    assert_eq!(drained.settled, 9, "{why}");
    let why = "every worker has ended in time, and `end` was triggered all the same: it makes fetches fail, so it is for those that \
        are late";
    assert!(!drained.is_ended, "{why}");
}

#[test]
fn what_is_late_is_cut_off_at_the_deadline() {
    let hangs = "a fetch hangs, its 50 ms are over long ago, and `drain` waits on: nothing but the deadline ends the wait for a \
        server that does not answer, and nothing but an abort ends the task that waits for it";
    for grace in [SHORT, Duration::ZERO] {
        let Drained { took, is_gone, is_ended, .. } =
            drained(grace, hangs, |workers, sender, _| hang(workers, sender));
        assert!(took >= grace, "a fetch had {grace:?} to end, and was cut off after {took:?}");
        let why = match grace.is_zero() {
            true => {
                "without a `grace`, the deadline has come at once, and `drain` has returned with a worker still there: end it"
            }
            false => {
                "`drain` has returned, and a worker is still there, with its connection: an abort is only a request, so wait until \
                the futures are dropped (`JoinSet::shutdown` does both)"
            }
        };
        assert!(is_gone, "{why}");
        let why = "a fetch was cut off, and `end` was not triggered: computations that nothing can cancel look at it, and end";
        assert!(is_ended, "{why}");
    }
}

#[test]
fn what_comes_of_the_end_is_awaited_and_not_settled() {
    let hangs = "a worker computes in its poll until `end` is triggered, and `drain` waits for the worker first: an abort takes \
        effect when the poll returns. Trigger `end`, and then wait for the workers";
    for grace in [SHORT, Duration::ZERO] {
        let drained = drained(grace, hangs, |workers, sender, end| {
            let (of_the_other, its_end) = (sender.clone(), end.clone());
            workers.spawn(async move {
                interrupted(&its_end).await;
                // Its fetch has failed because of the end.
                let _ = of_the_other.send(()).await;
            });
            // It has no await at which it could be dropped before it hands in what it has.
            compute(workers, end, move || _ = sender.try_send(()));
        });
        let why = "an outcome was settled after the deadline: its error comes from the end of the crawl, and the report would blame \
            the page. Drop `rest` first, and trigger `end` then. What comes later is not settled, not even when all workers have ended";
        assert_eq!(drained.settled, 0, "{why}");
        assert!(drained.is_gone, "`drain` has returned after a `grace` of {grace:?}, and a worker is left");
        assert!(drained.is_ended, "a worker was late, and `end` was not triggered");
    }
}

#[test]
fn a_worker_that_panics_neither_shortens_nor_prolongs_the_drain() {
    let hangs = "a worker panics, another one hangs, and `drain` waits on after 50 ms";
    let late = drained(SHORT, hangs, |workers, sender, _| {
        workers.spawn(async { resume_unwind(Box::new("a worker panics")) });
        hang(workers, sender);
    });
    let why = "a worker panics, another one is late, and `drain` has returned before its 50 ms were over, or before that one is gone: \
        for `join_next`, a panic is the end of one worker. Go on until the `JoinSet` is empty, as `shutdown` does";
    assert!(late.took >= SHORT && late.is_gone, "{why}");
    let hangs =
        "`rest` is ready, and `drain` waits on, for a worker: when `rest` is, all that counts is settled";
    let in_time = drained(LONG, hangs, |workers, sender, _| {
        workers.spawn(pending());
        workers.spawn(async { resume_unwind(Box::new("a worker panics")) });
        hand_in(1, workers, sender);
    });
    let why = "a worker panics, `rest` is ready in time: what another one has is settled, and `end` is not triggered";
    assert_eq!((in_time.settled, in_time.is_ended), (1, false), "{why}");
}

/// What has come of a drain.
struct Drained {
    /// Whether no worker is left: none is in the `JoinSet`, and the senders of all of them are dropped.
    is_gone: bool,
    /// Whether the drain has triggered `end`, as it does at its deadline.
    is_ended: bool,
    settled: usize,
    took: Duration,
}

/// Runs a drain, with the time `grace`, of the workers that `start` starts; its last argument is `end`. If the drain does not
/// return, the panic says `hangs`.
#[track_caller]
fn drained(
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
fn hand_in(outcomes: usize, workers: &mut JoinSet<()>, sender: Sender<()>) {
    workers.spawn(async move {
        for _ in 0..outcomes {
            tokio::task::yield_now().await;
            // It fails only when nothing is settled any more.
            let _ = sender.send(()).await;
        }
    });
}

/// Starts a worker that hangs.
fn hang(workers: &mut JoinSet<()>, sender: Sender<()>) {
    workers.spawn(async move {
        let _sender = sender;
        pending().await
    });
}

/// Starts a worker that computes in one poll until `end`, calls `then`, and awaits nothing. Returns when it computes.
fn compute(workers: &mut JoinSet<()>, end: &Interrupt, then: impl FnOnce() + Send + 'static) {
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

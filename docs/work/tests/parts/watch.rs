//! Watching: what a status counts, and how a held thread is told from a busy one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc;
use std::time::Duration;

use common::{Attempt, Cause, FetchError, Frontier, Phase, Services};
use test_tools::watchdog::{BRIEF, until, watched_within};
use tokio::runtime::Builder;
use tokio::task::yield_now;
use work::watch::{Status, Threads, Watch};

use crate::page::options;

#[test]
fn a_status_counts_what_is_found_begun_and_done() {
    let options = options(3);
    let mut services = Services::new(options.clone());
    let watch = Watch::over(&mut services);
    let mut frontier = Frontier::new(&options);
    let targets = services.roots(&mut frontier);
    let services = Arc::new(services);
    let counts = |Status { done, in_flight, oldest, queued, workers, .. }| {
        (done, in_flight, oldest.is_some(), queued, workers)
    };
    assert_eq!(counts(watch.status()), (0, 0, false, 3, None));
    drop(Attempt::start(&targets[0], &services));
    drop(Attempt::start(&targets[1], &services));
    assert_eq!(counts(watch.status()), (0, 2, true, 1, None));
    let error = FetchError::new(&targets[0].url, Phase::Reading, 1, Duration::ZERO, Cause::Timeout);
    services.outcome(&targets[0], Err(error));
    assert_eq!(counts(watch.status()), (1, 1, true, 1, None));
}

#[test]
fn a_thread_is_held_while_a_poll_does_not_return() {
    let test = || {
        let runtime = Builder::new_multi_thread().worker_threads(2).build().unwrap();
        let mut threads = Threads::of(runtime.handle());
        let (release, released) = mpsc::channel::<()>();
        runtime.spawn(async move { released.recv() });
        let longest = Duration::from_millis(100);
        assert!(until(|| threads.held() > longest), "a thread is held, and nothing says so");
        drop(release);
        assert!(until(|| threads.held().is_zero()), "the thread is not held any more");
    };
    watched_within(BRIEF, test, || "a thread was never released".to_owned());
}

#[test]
fn a_busy_thread_is_not_held() {
    let runtime = Builder::new_multi_thread().worker_threads(1).build().unwrap();
    let polls = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&polls);
    runtime.spawn(async move {
        loop {
            count.fetch_add(1, SeqCst);
            yield_now().await;
        }
    });
    let mut threads = Threads::of(runtime.handle());
    for _ in 0..10 {
        threads.held();
        let before = polls.load(SeqCst);
        assert!(until(|| polls.load(SeqCst) > before + 200), "the thread does not poll");
        assert_eq!(threads.held(), Duration::ZERO, "the thread has polled 200 times since the last look");
    }
    runtime.shutdown_background();
}

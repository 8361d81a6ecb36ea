//! Draining: what ends in time is settled, what does not is cut off, and nothing is left when `drain` returns.

mod drained;

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use common::crawl::interrupt::Interrupt;
use drained::{Gone, LONG, SHORT, compute, panic, test};
use tokio::runtime::Builder;
use tokio::sync::mpsc::Sender;
use tokio::task::JoinSet;
use work::drain::interrupted;

#[test]
fn what_ends_in_time_is_settled_and_nothing_waits_for_the_deadline() {
    let start = |workers: &mut JoinSet<()>, sender: Sender<()>, _: &Interrupt| {
        for _ in 0..3 {
            let sender = sender.clone();
            workers.spawn(async move {
                for _ in 0..3 {
                    tokio::task::yield_now().await;
                    if sender.send(()).await.is_err() {
                        return;
                    }
                }
            });
        }
    };
    let hangs = |settled| {
        match settled {
        9 => "every outcome is settled, every worker has ended, and `drain` waits on: it returns when `rest` does, and the \
            deadline is only for what hangs"
            .to_owned(),
        _ => format!(
            "3 workers have 9 outcomes, {settled} are settled, and `drain` waits for something else than `rest`: `rest` takes \
            the outcomes from a bounded channel, and as long as nothing polls it, the workers wait for a place there"
        ),
    }
    };
    test(Builder::new_current_thread, LONG, start, hangs, |drained| {
        assert_eq!(
            drained.settled, 9,
            "3 workers have 9 outcomes, and needed no time, but not all are settled (left: settled): nothing may be cut off \
            before the deadline, and `rest` must be polled until it is ready"
        );
        assert!(
            !drained.end.is_triggered(),
            "every worker has ended in time, and `end` was triggered all the same: it makes fetches fail, so it is for those \
            that are late"
        );
    });
}

#[test]
fn a_drain_whose_rest_is_ready_waits_for_no_worker() {
    let start = |workers: &mut JoinSet<()>, sender: Sender<()>, _: &Interrupt| {
        workers.spawn(pending());
        drop(sender);
    };
    let hangs = |_| {
        "`rest` is ready, and `drain` waits on, for a worker: when `rest` is, all that counts is settled"
            .to_owned()
    };
    test(Builder::new_current_thread, LONG, start, hangs, |drained| {
        assert!(
            !drained.end.is_triggered(),
            "`rest` was ready in time, and `end` was triggered all the same"
        );
    });
}

#[test]
fn what_is_late_is_cut_off_at_the_deadline() {
    let gone = Arc::<AtomicBool>::default();
    let is_gone = Arc::clone(&gone);
    let start = move |workers: &mut JoinSet<()>, sender: Sender<()>, _: &Interrupt| {
        let guard = Gone(gone);
        workers.spawn(async move {
            let _kept = (guard, sender);
            pending().await
        });
    };
    let hangs = |_| {
        format!(
            "a fetch hangs, {SHORT:?} are over long ago, and `drain` waits on: nothing but the deadline ends the wait for a \
            server that does not answer, and nothing but an abort ends the task that waits for it"
        )
    };
    test(Builder::new_current_thread, SHORT, start, hangs, move |drained| {
        let took = drained.took;
        assert!(took >= SHORT, "a fetch had {SHORT:?} to end, and was cut off after {took:?}");
        assert!(
            is_gone.load(SeqCst),
            "`drain` has returned, and a worker is still there, with its connection: an abort is only a request, so wait \
            until the futures are dropped (`JoinSet::shutdown` does both)"
        );
        assert!(drained.workers.is_empty(), "`drain` has returned, and tasks are left in the `JoinSet`");
        assert!(
            drained.end.is_triggered(),
            "a fetch was cut off, and `end` was not triggered: computations that nothing can cancel look at it, and end"
        );
    });
}

#[test]
fn what_computes_in_a_poll_is_told_of_the_end_before_the_wait_for_it() {
    let start = |workers: &mut JoinSet<()>, sender: Sender<()>, end: &Interrupt| {
        compute(workers, end, move || drop(sender));
    };
    let hangs = |_| {
        "a worker computes in its poll until `end` is triggered, and `drain` waits for the worker first: an abort takes effect \
        when the poll returns. Trigger `end`, and then wait for the workers"
            .to_owned()
    };
    test(Builder::new_multi_thread, SHORT, start, hangs, |drained| {
        assert!(drained.workers.is_empty(), "`drain` has returned, and tasks are left in the `JoinSet`");
        assert!(drained.end.is_triggered(), "a worker was late, and `end` was not triggered");
    });
}

#[test]
fn nothing_is_settled_after_the_deadline() {
    let start = |workers: &mut JoinSet<()>, sender: Sender<()>, end: &Interrupt| {
        let (of_the_other, its_end) = (sender.clone(), end.clone());
        workers.spawn(async move {
            interrupted(&its_end).await;
            // Its fetch has failed because of the end.
            let _ = of_the_other.send(()).await;
        });
        // It has no await at which it could be dropped before it hands in what it has.
        compute(workers, end, move || {
            let _ = sender.try_send(());
        });
    };
    let hangs =
        |_| "a fetch ends only when `end` is triggered, and `drain` waits on after its deadline".to_owned();
    test(Builder::new_multi_thread, SHORT, start, hangs, |drained| {
        assert_eq!(
            drained.settled, 0,
            "an outcome was settled after the deadline: its error comes from the end of the crawl, and the report would \
            blame the page. Drop `rest` first, and trigger `end` then. What comes later is not settled, not even when all workers \
            have ended"
        );
    });
}

#[test]
fn a_worker_that_panics_does_not_shorten_the_drain() {
    let gone = Arc::<AtomicBool>::default();
    let is_gone = Arc::clone(&gone);
    let start = move |workers: &mut JoinSet<()>, sender: Sender<()>, _: &Interrupt| {
        panic(workers);
        let guard = Gone(gone);
        workers.spawn(async move {
            let _kept = (guard, sender);
            pending().await
        });
    };
    let hangs = |_| format!("a worker panics, another one hangs, and `drain` waits on after {SHORT:?}");
    test(Builder::new_current_thread, SHORT, start, hangs, move |drained| {
        let took = drained.took;
        assert!(
            took >= SHORT,
            "a worker panics, and the others had {SHORT:?} to end, but were cut off after {took:?}: its panic concerns its own \
            page alone"
        );
        assert!(
            is_gone.load(SeqCst) && drained.workers.is_empty(),
            "a worker panics, another one is late, and `drain` has returned before that one is gone: for `join_next`, a panic is \
            the end of one worker. Go on until the `JoinSet` is empty, as `shutdown` does"
        );
    });
}

#[test]
fn a_worker_that_panics_does_not_prolong_the_drain() {
    let start = |workers: &mut JoinSet<()>, sender: Sender<()>, _: &Interrupt| {
        panic(workers);
        workers.spawn(async move { sender.send(()).await.unwrap_or_default() });
    };
    let hangs = |settled| {
        format!(
            "a worker panics, the other one has ended, {settled} of 1 outcomes are settled, and `drain` waits on: it returns when \
            `rest` does"
        )
    };
    test(Builder::new_current_thread, LONG, start, hangs, |drained| {
        assert_eq!(drained.settled, 1, "a worker panics, and the outcome of another one is not settled");
        assert!(
            !drained.end.is_triggered(),
            "a worker panics, no other one is late, and `end` was triggered"
        );
    });
}

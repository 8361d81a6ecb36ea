//! Draining: what ends in time is settled, what does not is cut off, and nothing is left when `drain` returns.

mod drained;

use std::future::pending;

use drained::{LONG, SHORT, compute, drained, hand_in, hang, panic};
use work::drain::interrupted;

#[test]
fn what_ends_in_time_is_settled_and_nothing_waits_for_the_deadline() {
    let hangs = "3 workers have 9 outcomes and then end, and `drain` waits on: `rest` takes the outcomes from a bounded channel, so \
        poll it while workers wait for a place there, and return when it is ready. The deadline is only for what hangs";
    let drained = drained(LONG, hangs, |workers, sender, _| {
        (0..3).for_each(|_| hand_in(3, workers, sender.clone()));
    });
    assert_eq!(
        drained.settled, 9,
        "3 workers have 9 outcomes, and needed no time, but not all are settled (left: settled): nothing may be cut off before \
        the deadline, and `rest` must be polled until it is ready"
    );
    assert!(
        !drained.is_ended,
        "every worker has ended in time, and `end` was triggered all the same: it makes fetches fail, so it is for those that \
        are late"
    );
}

#[test]
fn what_is_late_is_cut_off_at_the_deadline() {
    let hangs = "a fetch hangs, its 50 ms are over long ago, and `drain` waits on: nothing but the deadline ends the wait for a \
        server that does not answer, and nothing but an abort ends the task that waits for it";
    let drained = drained(SHORT, hangs, |workers, sender, _| hang(workers, sender));
    let took = drained.took;
    assert!(took >= SHORT, "a fetch had {SHORT:?} to end, and was cut off after {took:?}");
    assert!(
        drained.is_gone,
        "`drain` has returned, and a worker is still there, with its connection: an abort is only a request, so wait until the \
        futures are dropped (`JoinSet::shutdown` does both)"
    );
    assert!(
        drained.is_ended,
        "a fetch was cut off, and `end` was not triggered: computations that nothing can cancel look at it, and end"
    );
}

#[test]
fn what_comes_of_the_end_is_awaited_and_not_settled() {
    let hangs = "a worker computes in its poll until `end` is triggered, and `drain` waits for the worker first: an abort takes \
        effect when the poll returns. Trigger `end`, and then wait for the workers";
    let drained = drained(SHORT, hangs, |workers, sender, end| {
        let (of_the_other, its_end) = (sender.clone(), end.clone());
        workers.spawn(async move {
            interrupted(&its_end).await;
            // Its fetch has failed because of the end.
            let _ = of_the_other.send(()).await;
        });
        // It has no await at which it could be dropped before it hands in what it has.
        compute(workers, end, move || _ = sender.try_send(()));
    });
    assert_eq!(
        drained.settled, 0,
        "an outcome was settled after the deadline: its error comes from the end of the crawl, and the report would blame the \
        page. Drop `rest` first, and trigger `end` then. What comes later is not settled, not even when all workers have ended"
    );
    assert!(drained.is_gone, "`drain` has returned, and a worker is left");
    assert!(drained.is_ended, "a worker was late, and `end` was not triggered");
}

#[test]
fn a_worker_that_panics_neither_shortens_nor_prolongs_the_drain() {
    let hangs = "a worker panics, another one hangs, and `drain` waits on after 50 ms";
    let late = drained(SHORT, hangs, |workers, sender, _| {
        panic(workers);
        hang(workers, sender);
    });
    assert!(
        late.took >= SHORT && late.is_gone,
        "a worker panics, another one is late, and `drain` has returned before its 50 ms were over, or before that one is gone: \
        for `join_next`, a panic is the end of one worker. Go on until the `JoinSet` is empty, as `shutdown` does"
    );
    let hangs =
        "`rest` is ready, and `drain` waits on, for a worker: when `rest` is, all that counts is settled";
    let in_time = drained(LONG, hangs, |workers, sender, _| {
        workers.spawn(pending());
        panic(workers);
        hand_in(1, workers, sender);
    });
    let why = "a worker panics, `rest` is ready in time: the outcome of the other is settled, and `end` is not triggered";
    assert_eq!((in_time.settled, in_time.is_ended), (1, false), "{why}");
}

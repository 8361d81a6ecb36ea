//! Level 4: two futures at once.

mod tools;

use std::future::{pending, poll_fn, ready};
use std::pin::Pin;
use std::task::{Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use own::{First, first, join, spawn, timeout_at};
use test_tools::future::{poll, yield_now};
use tools::{Probe, a_moment, run};

const NOT_POLLED: &str = "a future inside of another one was woken, and was not polled";

/// Returns the time that is so many milliseconds from now.
fn after(milliseconds: u64) -> Instant {
    Instant::now() + Duration::from_millis(milliseconds)
}

/// Returns a future that must not be polled after its end.
fn once<T>(future: impl Future<Output = T>) -> impl Future<Output = T> {
    let mut future = Some(Box::pin(future));
    poll_fn(move |cx| {
        let unfinished = future.as_mut().expect("a future has ended, and was polled again");
        let polled = unfinished.as_mut().poll(cx);
        if polled.is_ready() {
            future = None;
        }
        polled
    })
}

/// Polls a future for the first time: it waits.
fn begun<F: Future>(future: F) -> Pin<Box<F>> {
    let mut future = Box::pin(future);
    assert!(poll(&mut future, Waker::noop()).is_pending(), "no future is ready, and the one around them is");
    future
}

#[test]
fn both_futures_begin_before_either_is_ready() {
    run(NOT_POLLED, async || {
        let probes = [(); 5].map(|()| Probe::default());
        let futures = probes.each_ref().map(Probe::future);
        let [a, b, c, d, e] = futures;
        let (_join, _first, _timeout) =
            (begun(join(a, b)), begun(first(c, d)), begun(timeout_at(after(3_600_000), e)));
        let polls = probes.each_ref().map(Probe::polls);
        assert_eq!(
            polls, [1; 5],
            "`join` of two futures, `first` of two, and `timeout_at` were polled once, and these are the polls of the futures"
        );
    });
}

#[test]
fn join_has_both_outputs_whichever_comes_first() {
    let outputs = run(NOT_POLLED, async || {
        let short = async || {
            yield_now().await;
            1
        };
        let long = async || {
            a_moment().await;
            2
        };
        (
            join(once(short()), once(long())).await,
            join(once(long()), once(short())).await,
            join(ready(3), ready(4)).await,
        )
    });
    assert_eq!(outputs, ((1, 2), (2, 1), (3, 4)), "`join` of futures with the outputs 1 to 4 returned these");
}

#[test]
fn first_has_the_output_of_the_future_that_is_ready_first() {
    run(NOT_POLLED, async || {
        let short = async || a_moment().await;
        assert!(
            matches!(first(once(short()), pending::<()>()).await, First::A(())),
            "the first future was ready, not the second"
        );
        assert!(
            matches!(first(pending::<()>(), once(short())).await, First::B(())),
            "the second future was ready, not the first"
        );
    });
}

#[test]
fn the_loser_is_dropped_before_the_output_is_there() {
    run(NOT_POLLED, async || {
        let [a, b, c, d] = [(); 4].map(|()| Probe::default());
        let mut won = begun(first(a.future(), b.future()));
        a.end();
        assert!(
            poll(&mut won, Waker::noop()).is_ready(),
            "the first of two futures is ready, and `first` is not"
        );
        assert!(b.is_dropped(), "`first` has an output, and the future that lost is not dropped");
        let mut won = begun(first(c.future(), d.future()));
        d.end();
        assert!(
            poll(&mut won, Waker::noop()).is_ready(),
            "the second of two futures is ready, and `first` is not"
        );
        assert!(c.is_dropped(), "`first` has an output, and the future that lost is not dropped");
        let late = Probe::default();
        let mut timeout = Box::pin(timeout_at(after(1), late.future()));
        while poll(&mut timeout, Waker::noop()).is_pending() {
            a_moment().await;
        }
        assert!(late.is_dropped(), "`timeout_at` has ended, and the future that was too late is not dropped");
    });
}

#[test]
fn what_is_ready_at_the_deadline_counts() {
    run(NOT_POLLED, async || {
        let past = Instant::now() - Duration::from_millis(1);
        assert_eq!(
            timeout_at(past, ready(1)).await,
            Some(1),
            "a future is ready in its first poll, and the deadline has passed"
        );
        let at = after(5);
        let probe = Probe::default();
        let mut timeout = Box::pin(timeout_at(at, probe.future()));
        let _ = poll(&mut timeout, Waker::noop());
        if !probe.is_dropped() {
            thread::sleep(at.saturating_duration_since(Instant::now()));
            probe.end();
            let polled = poll(&mut timeout, Waker::noop());
            assert_eq!(
                polled,
                Poll::Ready(Some(())),
                "the future and the deadline were ready at the same poll"
            );
        }
        assert_eq!(
            timeout_at(after(3_600_000), spawn(async { 2 })).await,
            Some(2),
            "a task ended an hour before the deadline"
        );
    });
}

#[test]
fn a_future_that_is_not_ready_at_the_deadline_is_too_late() {
    run("the deadline of a `timeout_at` has passed, and it does not end", async || {
        let at = after(5);
        assert_eq!(timeout_at(at, pending::<()>()).await, None);
        assert!(Instant::now() >= at, "`timeout_at` gave up before its deadline");
        let past = Instant::now() - Duration::from_millis(1);
        assert_eq!(timeout_at(past, pending::<()>()).await, None);
    });
}

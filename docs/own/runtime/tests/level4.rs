//! Level 4: two futures at once.

mod tools;

use own::{First, first, join, timeout_at};
use tools::*;

const NOT_POLLED: &str = "a future inside of another one was woken, and was not polled";

/// Returns a future that ends with `future`, and must not be polled after its end.
fn once<T>(future: impl Future, output: T) -> impl Future<Output = T> {
    let (mut future, mut output) = (Box::pin(future), Some(output));
    poll_fn(move |cx| {
        assert!(output.is_some(), "a future has ended, and was polled again");
        future.as_mut().poll(cx).map(|_| output.take().expect("it is there"))
    })
}

/// Polls a future for the first time: it waits.
fn begun<F: Future>(future: F) -> Pin<Box<F>> {
    let mut future = Box::pin(future);
    assert!(poll(&mut future, Waker::noop()).is_pending(), "no future is ready, and the one around them is");
    future
}

#[test]
fn both_futures_begin_at_once_and_the_loser_is_dropped_before_the_output_is_there() {
    run(NOT_POLLED, async || {
        for winner in [2, 3] {
            let probes = [(); 5].map(|()| Probe::default());
            let [a, b, c, d, e] = probes.each_ref().map(Probe::future);
            let (_joined, mut won) = (begun(join(a, b)), begun(first(c, d)));
            let _timeout = begun(timeout_at(after(3_600_000), e));
            let polls = probes.each_ref().map(|probe| probe.polls.get());
            let message = "`join` of two futures, `first` of two, and `timeout_at` were polled once, and each future so \
                often (left): the second one begins with the first, not after it";
            assert_eq!(polls, [1; 5], "{message}");
            probes[winner].end();
            assert!(poll(&mut won, Waker::noop()).is_ready(), "one of two is ready, and `first` is not");
            let message = "`first` has an output, and the future that lost is not dropped";
            assert!(probes[5 - winner].is_dropped.get(), "{message}");
        }
    });
}

#[test]
fn join_and_first_have_the_outputs_whichever_comes_first() {
    run(NOT_POLLED, async || {
        let (short, long) = (|| once(yield_now(), 1), || once(a_moment(), 2));
        let (one, other) = (join(short(), long()).await, join(long(), short()).await);
        let outputs = [one, other, join(ready(3), ready(4)).await];
        let message = "`join` of futures with the outputs 1 and 2, 2 and 1, 3 and 4 returned these";
        assert_eq!(outputs, [(1, 2), (2, 1), (3, 4)], "{message}");
        let output = first(short(), pending::<()>()).await;
        assert!(matches!(output, First::A(1)), "the first future was ready, not the second");
        let output = first(pending::<()>(), short()).await;
        assert!(matches!(output, First::B(1)), "the second future was ready, not the first");
    });
}

#[test]
fn what_is_ready_at_the_deadline_counts_and_all_else_is_too_late() {
    run("the deadline of a `timeout_at` has passed, and it does not end", async || {
        let past = Instant::now() - Duration::from_millis(1);
        let message = "a future is ready in its first poll, and the deadline has passed";
        assert_eq!(timeout_at(past, ready(1)).await, Some(1), "{message}");
        let output = timeout_at(after(3_600_000), spawn!(async { 2 })).await;
        assert_eq!(output, Some(2), "a task ended an hour before the deadline");
        for at in [after(5), past] {
            let late = Probe::default();
            let mut timeout = Box::pin(timeout_at(at, late.future()));
            assert_eq!((&mut timeout).await, None, "nothing was ready");
            assert!(Instant::now() >= at, "`timeout_at` gave up before its deadline");
            assert!(late.is_dropped.get(), "`timeout_at` has ended, and its future is not dropped");
        }
    });
}

#[test]
fn nothing_here_needs_a_block_on_by_itself() {
    watch("a poll blocks", || {
        let (past, later) = (Instant::now(), after(3_600_000));
        let polled = catch_unwind(|| {
            let joined = poll(&mut Box::pin(join(ready(1), ready(2))), Waker::noop());
            let first = poll(&mut Box::pin(first(ready(1), pending::<()>())), Waker::noop());
            let in_time = poll(&mut Box::pin(timeout_at(later, ready(1))), Waker::noop());
            let late = poll(&mut Box::pin(timeout_at(past, pending::<()>())), Waker::noop());
            let outputs = (joined, first.map(|first| matches!(first, First::A(1))), in_time, late);
            outputs == (Poll::Ready((1, 2)), Poll::Ready(true), Poll::Ready(Some(1)), Poll::Ready(None))
        });
        let message = "`join`, `first` and `timeout_at` have an output in their first poll, outside of `block_on`, and one panics \
            or has another: only a sleep that waits needs a runtime";
        assert_eq!(polled.ok(), Some(true), "{message}");
        let late = timeout_at(after(5), pending::<()>());
        let message = "a `timeout_at` was made outside of `block_on`, and polled inside: it panics, or has another output";
        assert!(matches!(catch_unwind(AssertUnwindSafe(|| own::block_on(late))), Ok(Ok(None))), "{message}");
    });
}

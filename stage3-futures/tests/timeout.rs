//! Deadlines: a timeout ends a future that waits too long, and drops it.

mod tools;

use std::future::{pending, poll_fn, ready};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

use stage3_futures::reactor::Reactor;
use stage3_futures::timer::{Elapsed, Timeout};
use tools::{Count, Left, drive, leaving, poll};

/// Longer than any of these tests takes.
const LONG: Duration = Duration::from_secs(2);

#[test]
fn a_result_at_the_deadline_is_not_too_late() {
    let reactor = Reactor::new().unwrap();
    let second_poll = Box::pin(leaving(&Left::default(), 2));
    let mut late = Timeout::until(&reactor, Instant::now(), second_poll);
    let first = poll(&mut late, Waker::noop());
    assert!(first.is_pending(), "the first poll of the deadline's sleep must return `Pending`");
    let why = "the future was ready at the deadline, but its output is lost";
    assert_eq!(poll(&mut late, Waker::noop()), Poll::Ready(Ok(())), "{why}");
}

#[test]
fn a_deadline_ends_a_future_that_waits() {
    let (reactor, at) = (Reactor::new().unwrap(), Instant::now() + Duration::from_millis(5));
    assert_eq!(drive(&reactor, Timeout::until(&reactor, at, pending::<()>())), Err(Elapsed));
}

#[test]
fn a_future_that_ends_before_the_deadline_returns_its_output() {
    let reactor = Reactor::new().unwrap();
    assert_eq!(drive(&reactor, Timeout::until(&reactor, Instant::now() + LONG, ready(7))), Ok(7));
}

#[test]
fn a_future_that_is_too_late_is_dropped_at_the_deadline() {
    let reactor = Reactor::new().unwrap();
    let kept = Rc::new(());
    let held = Rc::clone(&kept);
    let late = Box::pin(async move {
        pending::<()>().await;
        drop(held);
    });
    let mut timeout = Timeout::until(&reactor, Instant::now(), late);
    assert_eq!(drive(&reactor, &mut timeout), Err(Elapsed));
    let why = "the deadline has passed, but the timeout keeps what it waited for: a socket would be open";
    assert_eq!(Rc::strong_count(&kept), 1, "{why}");
    drop(timeout);
}

#[test]
fn a_future_that_has_ended_is_dropped_at_its_end() {
    let reactor = Reactor::new().unwrap();
    let kept = Rc::new(());
    let held = Rc::clone(&kept);
    let mut timeout = Timeout::until(
        &reactor,
        Instant::now() + LONG,
        poll_fn(move |_| {
            let _held = &held;
            Poll::Ready(())
        }),
    );
    assert_eq!(drive(&reactor, &mut timeout), Ok(()));
    assert_eq!(Rc::strong_count(&kept), 1, "the future has ended, but the timeout keeps it");
    drop(timeout);
}

#[test]
fn a_dropped_timeout_keeps_neither_its_future_nor_a_waker() {
    let reactor = Reactor::new().unwrap();
    let (count, waker) = Count::new();
    let kept = Rc::new(());
    let held = Rc::clone(&kept);
    let future = Box::pin(async move {
        pending::<()>().await;
        drop(held);
    });
    let mut timeout = Timeout::until(&reactor, Instant::now() + LONG, future);
    assert!(poll(&mut timeout, &waker).is_pending(), "the deadline has not come, but the timeout is ready");
    assert_eq!(Arc::strong_count(&count), 3, "the reactor must hold one waker of the deadline");
    drop(timeout);
    assert_eq!(Rc::strong_count(&kept), 1, "the timeout was dropped, but not its future");
    assert_eq!(
        Arc::strong_count(&count),
        2,
        "the timeout was dropped, and its waker is still in the reactor"
    );
}

//! Sleeps and deadlines.

mod tools;

use std::cell::RefCell;
use std::future::pending;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

use stage3_futures::executor::Spawner;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::{Elapsed, Sleep, Timeout};
use tools::{Count, Left, leaving, poll, run, turn_until};

const LONG: Duration = Duration::from_secs(3600);

/// Spawns a task for each time, which sleeps until then. Returns their indices in the order of their ends.
async fn sleep_all<const N: usize>(reactor: Reactor, spawner: Spawner, times: [Instant; N]) -> Vec<usize> {
    let order = Rc::new(RefCell::default());
    let mut tasks = Vec::new();
    for (index, at) in times.into_iter().enumerate() {
        let (reactor, order) = (reactor.clone(), Rc::<RefCell<Vec<usize>>>::clone(&order));
        tasks.push(spawner.spawn(async move {
            Sleep::until(&reactor, at).await;
            order.borrow_mut().push(index);
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    order.take()
}

#[test]
fn sleepers_are_woken_in_the_order_of_their_times() {
    let order = run(async |reactor, spawner| {
        let now = Instant::now();
        sleep_all(reactor, spawner, [50, 10, 30].map(|ms| now + Duration::from_millis(ms))).await
    });
    assert_eq!(order, [1, 2, 0]);
}

#[test]
fn sleepers_until_the_same_time_are_woken_in_the_order_of_their_first_polls() {
    let order = run(async |reactor, spawner| {
        let at = Instant::now() + Duration::from_millis(20);
        sleep_all(reactor, spawner, [at; 5]).await
    });
    assert_eq!(order, [0, 1, 2, 3, 4]);
}

#[test]
fn no_sleep_ends_before_its_time() {
    run(async |reactor, _| {
        for milliseconds in [0, 1, 7, 30] {
            let at = Instant::now() + Duration::from_millis(milliseconds);
            Sleep::until(&reactor, at).await;
            assert!(Instant::now() >= at);
        }
    });
}

#[test]
fn a_sleep_of_no_time_gives_the_other_tasks_their_turn() {
    let order = run(async |reactor: Reactor, spawner: Spawner| {
        let order = Rc::<RefCell<Vec<&str>>>::default();
        let noted = Rc::clone(&order);
        let _other = spawner.spawn(async move { noted.borrow_mut().push("the other") });
        Sleep::new(&reactor, Duration::ZERO).await;
        order.borrow_mut().push("the sleeper");
        order.take()
    });
    assert_eq!(order, ["the other", "the sleeper"]);
}

#[test]
fn the_latest_waker_of_a_sleep_counts() {
    let reactor = Reactor::new().unwrap();
    let ((first, first_waker), (last, last_waker)) = (Count::new(), Count::new());
    let mut sleep = Sleep::new(&reactor, Duration::from_millis(100));
    assert!(poll(&mut sleep, &first_waker).is_pending());
    assert!(poll(&mut sleep, &last_waker).is_pending());
    turn_until(&reactor, || first.get() + last.get() > 0);
    assert_eq!((first.get(), last.get()), (0, 1));
}

#[test]
fn a_dropped_sleep_keeps_no_waker() {
    let reactor = Reactor::new().unwrap();
    let (count, waker) = Count::new();
    let mut sleep = Sleep::new(&reactor, LONG);
    assert!(poll(&mut sleep, &waker).is_pending());
    assert_eq!(Arc::strong_count(&count), 3);
    drop(sleep);
    assert_eq!(Arc::strong_count(&count), 2);
}

#[test]
fn a_result_at_the_deadline_is_not_too_late() {
    let reactor = Reactor::new().unwrap();
    let second_poll = Box::pin(leaving(&Left::default(), 2));
    let mut late = Timeout::until(&reactor, Instant::now(), second_poll);
    assert!(poll(&mut late, Waker::noop()).is_pending());
    assert_eq!(poll(&mut late, Waker::noop()), Poll::Ready(Ok(())));
}

#[test]
fn a_deadline_ends_a_future_that_waits() {
    let result = run(async |reactor, _| {
        let at = Instant::now() + Duration::from_millis(5);
        Timeout::until(&reactor, at, pending::<()>()).await
    });
    assert_eq!(result, Err(Elapsed));
}

#[test]
fn a_future_that_ends_before_the_deadline_returns_its_output() {
    let result = run(async |reactor, _| {
        let sleep = Sleep::new(&reactor, Duration::from_millis(5));
        Timeout::until(&reactor, Instant::now() + LONG, sleep).await
    });
    assert_eq!(result, Ok(()));
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
    assert!(poll(&mut timeout, &waker).is_pending());
    assert_eq!((Rc::strong_count(&kept), Arc::strong_count(&count)), (2, 3));
    drop(timeout);
    assert_eq!((Rc::strong_count(&kept), Arc::strong_count(&count)), (1, 2));
}

//! Sleeps: when their timers wake a task, and what they leave in the reactor.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use test_tools::future::poll;
use test_tools::waker::{Count, noting_waker};
use test_tools::watchdog::watched_or;

use crate::tools::turn_until;

/// Longer than any of these tests takes, but not for ever: a poll that blocks is to end.
const LONG: Duration = Duration::from_secs(2);

#[test]
fn a_sleep_that_is_polled_again_keeps_its_place() {
    let (reactor, at) = (Reactor::new().unwrap(), Instant::now() + LONG / 2);
    let order = Arc::<Mutex<Vec<usize>>>::default();
    let waker = |index| noting_waker(index, &order);
    let mut sleeps = [(); 2].map(|()| Sleep::until(&reactor, at));
    for index in [0, 1, 0] {
        let is_pending = poll(&mut sleeps[index], &waker(index)).is_pending();
        assert!(is_pending, "a sleep was ready before its time");
    }
    turn_until(&reactor, "a sleep was not woken at its time", || order.lock().unwrap().len() == 2);
    let why = "the first sleep was polled again: keep its timer, and only replace the waker";
    assert_eq!(*order.lock().unwrap(), [0, 1], "{why}");
}

#[test]
fn a_sleep_of_no_time_gives_the_other_tasks_their_turn() {
    let reactor = Reactor::new().unwrap();
    let (count, waker) = Count::new();
    let mut sleep = Sleep::new(&reactor, Duration::ZERO);
    let rule = "the first poll of a sleep must return `Pending`, even of this one";
    assert!(poll(&mut sleep, &waker).is_pending(), "{rule}");
    assert_eq!(count.get(), 0, "the sleep woke its task itself: the reactor must do that");
    turn_until(&reactor, "the time has come, and the task was not woken", || count.get() == 1);
    assert!(poll(&mut sleep, &waker).is_ready(), "the time has come, and the second poll does not say so");
    // The sleep is kept: a task may hold it long after its end.
    let why = "the timer has fired, and the last poll has set it again, which wakes the task once more for nothing: \
        look at the clock first";
    assert_eq!(Arc::strong_count(&count), 2, "{why}");
}

#[test]
fn a_sleep_that_is_polled_before_its_time_waits_on() {
    let reactor = Reactor::new().unwrap();
    let (count, waker) = Count::new();
    let at = Instant::now() + LONG;
    let mut sleep = Sleep::until(&reactor, at);
    for number in 1..=3 {
        let polled = poll(&mut sleep, &waker);
        let why = "the poll blocked the thread until the time came: it must return at once";
        assert!(Instant::now() < at, "{why}");
        let why = format!("poll {number} came before the time, and ended the sleep: look at the clock");
        assert!(polled.is_pending(), "{why}");
        assert_eq!(count.get(), 0, "the sleep woke its task itself: it would be polled without end");
    }
    match Arc::strong_count(&count) - 2 {
        0 => {
            panic!("the sleep returned `Pending`, and the reactor has no waker of it: nothing wakes its task")
        }
        1 => {}
        wakers => panic!(
            "after 3 polls of one sleep, {wakers} of its wakers are kept: keep one timer, whose waker is the latest"
        ),
    }
    drop(sleep);
    assert_eq!(Arc::strong_count(&count), 2, "a dropped sleep left its waker in the reactor");
}

#[test]
fn a_sleep_that_nothing_else_wakes_is_polled_twice() {
    let test = || {
        let reactor = Reactor::new().unwrap();
        // Some of these times are just before a whole millisecond, counted from now.
        for microseconds in (190..4000).step_by(190) {
            let at = Instant::now() + Duration::from_micros(microseconds);
            let mut sleep = Sleep::until(&reactor, at);
            let (count, waker) = Count::new();
            assert!(poll(&mut sleep, &waker).is_pending(), "the first poll of a sleep must return `Pending`");
            while count.get() == 0 {
                reactor.turn(|| false).unwrap();
            }
            let why = match Instant::now() < at {
                true => "the timer has woken the task before the time of the sleep: set it for `self.at`",
                false => {
                    "the timer has woken the task at the time of the sleep, and the poll that comes then is not ready"
                }
            };
            assert!(poll(&mut sleep, &waker).is_ready(), "{why}");
        }
    };
    watched_or(test, || "the reactor sleeps, and no timer wakes the task of the sleep".to_owned());
}

#[test]
fn a_sleep_that_is_ready_before_its_timer_fires_cancels_it() {
    let reactor = Reactor::new().unwrap();
    let (count, waker) = Count::new();
    let mut sleep = Sleep::new(&reactor, Duration::ZERO);
    assert!(poll(&mut sleep, &waker).is_pending(), "the first poll of a sleep must return `Pending`");
    // The reactor had no turn in between.
    assert!(poll(&mut sleep, &waker).is_ready(), "the time has come, and the second poll does not say so");
    drop(sleep);
    let why = "the sleep is over, but its timer is still in the reactor: leave it in `self.timer`, so that the drop can cancel it";
    assert_eq!(Arc::strong_count(&count), 2, "{why}");
}

#[test]
fn the_latest_waker_of_a_sleep_counts() {
    let reactor = Reactor::new().unwrap();
    let ((first, first_waker), (last, last_waker)) = (Count::new(), Count::new());
    let mut sleep = Sleep::new(&reactor, LONG);
    let _ = (poll(&mut sleep, &first_waker), poll(&mut sleep, &last_waker));
    let [first, last] = [first, last].map(|count| Arc::strong_count(&count) - 2);
    let why = match (first, last) {
        (0, 0) => "the reactor holds no waker of the sleep any more: nothing wakes its task",
        (_, 0) => {
            "the reactor holds the waker of the first poll, and not that of the latest one, which counts"
        }
        _ => {
            "the reactor holds the waker of the latest poll, and others, too: a sleep has one timer, whose waker is replaced"
        }
    };
    assert_eq!((first, last), (0, 1), "{why} (left: wakers of the first poll, and of the latest)");
}

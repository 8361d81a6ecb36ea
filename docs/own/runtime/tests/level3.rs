//! Level 3: sleeps.

mod tools;

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};
use std::thread;
use std::time::{Duration, Instant};

use own::{block_on, sleep_until, spawn};
use test_tools::future::{poll, yield_now};
use test_tools::waker::{Count, acting_waker, has_acted, noting_waker};
use tools::{Probe, a_moment, run, watch};

const NOT_WOKEN: &str = "the time of a sleep has come, and what awaits it is not polled";

/// Longer than any of these tests takes.
const LONG: Duration = Duration::from_secs(3600);

/// Returns the time that is so many milliseconds from now.
fn after(milliseconds: u64) -> Instant {
    Instant::now() + Duration::from_millis(milliseconds)
}

/// Returns a sleep of this time that was polled with this waker, and waits.
fn waiting(time: Duration, waker: &Waker) -> Pin<Box<dyn Future<Output = ()>>> {
    loop {
        let at = Instant::now() + time;
        let mut sleep = Box::pin(sleep_until(at));
        if poll(&mut sleep, waker).is_pending() {
            return sleep;
        }
        // On a busy machine, the time may have come meanwhile.
        assert!(Instant::now() >= at, "a sleep was ready before its time");
    }
}

#[test]
fn a_sleep_ends_at_its_time_and_never_before() {
    run(NOT_WOKEN, async || {
        for microseconds in (0..6000).step_by(310) {
            let at = Instant::now() + Duration::from_micros(microseconds);
            sleep_until(at).await;
            assert!(Instant::now() >= at, "a sleep of {microseconds} µs ended before its time");
        }
        // A shorter one that is set later.
        let long = waiting(LONG, Waker::noop());
        spawn(sleep_until(after(5))).await;
        drop(long);
    });
}

#[test]
fn a_sleep_that_is_polled_before_its_time_waits_on() {
    run(NOT_WOKEN, async || {
        let mut sleep = waiting(LONG, Waker::noop());
        a_moment().await;
        for _ in 0..3 {
            assert!(
                poll(&mut sleep, Waker::noop()).is_pending(),
                "an extra poll ended a sleep before its time"
            );
        }
        drop(sleep);
        let at = after(50);
        let mut sleep = Box::pin(sleep_until(at));
        poll_fn(|cx| {
            let polled = sleep.as_mut().poll(cx);
            assert_eq!(
                polled.is_ready(),
                polled.is_ready() && Instant::now() >= at,
                "a sleep ended before its time"
            );
            if polled.is_pending() {
                let waker = cx.waker().clone();
                spawn(async move {
                    yield_now().await;
                    waker.wake();
                });
            }
            polled
        })
        .await;
    });
}

#[cfg(unix)]
#[test]
fn a_sleep_uses_no_cpu_time() {
    let times = [(1, Duration::from_millis(200)), (200, Duration::from_micros(900))];
    for (sleeps, time) in times {
        let (taken, waited) = run(NOT_WOKEN, async move || {
            let (before, started) = (test_tools::clock::cpu_time(), Instant::now());
            for _ in 0..sleeps {
                sleep_until(Instant::now() + time).await;
            }
            (test_tools::clock::cpu_time() - before, started.elapsed())
        });
        assert!(
            taken < time * sleeps / 4,
            "{sleeps} sleeps of {time:?} took {waited:?}, and the thread was busy for {taken:?} of it: park until the time has \
            come, also for less than a millisecond"
        );
    }
}

#[test]
fn a_dropped_sleep_wakes_nothing_and_holds_no_waker() {
    run(NOT_WOKEN, async || {
        let (count, waker) = Count::new();
        let sleep = waiting(Duration::from_millis(5), &waker);
        assert!(Arc::strong_count(&count) > 2, "a sleep returned `Pending`, and nothing holds its waker");
        drop(sleep);
        assert_eq!(
            Arc::strong_count(&count),
            2,
            "a sleep was dropped, and its waker is still held (left: with 2 of the test)"
        );
        sleep_until(after(20)).await;
        assert_eq!(count.get(), 0, "a sleep was dropped before its time, and then woke its task");
    });
}

#[cfg(unix)]
#[test]
fn a_sleep_may_last_for_years() {
    run(
        "a sleep of years was set, and a thread's wake-up or a short sleep does not come through",
        async || {
            let now = Instant::now();
            let mut times = [now + 100 * 365 * 24 * LONG, now];
            // The second one becomes the last `Instant` that there is.
            let units = (0..64).rev().map(|bit| Duration::from_secs(1 << bit));
            for more in units.chain((0..30).rev().map(|bit| Duration::from_nanos(1 << bit))) {
                times[1] = times[1].checked_add(more).unwrap_or(times[1]);
            }
            for at in times {
                let (before, (count, waker)) = (test_tools::clock::cpu_time(), Count::new());
                let mut sleep = Box::pin(sleep_until(at));
                assert!(poll(&mut sleep, &waker).is_pending(), "a sleep was ready years before its time");
                for _ in 0..3 {
                    a_moment().await;
                }
                spawn(sleep_until(after(5))).await;
                assert_eq!(count.get(), 0, "a sleep woke its task years before its time");
                let taken = test_tools::clock::cpu_time() - before;
                assert!(
                    taken < tools::MOMENT,
                    "a sleep of years was the next one, and the thread was busy for {taken:?}"
                );
            }
        },
    );
}

#[test]
fn sleeps_end_though_others_are_always_ready() {
    let hangs = "two tasks are woken in each of their polls, and a sleep does not end: look at the clock also while something \
        is ready";
    run(hangs, async || {
        for _ in 0..2 {
            spawn(async {
                loop {
                    yield_now().await;
                }
            });
        }
        sleep_until(after(5)).await;
        let task = spawn(sleep_until(after(5)));
        // Now the main future is always ready, too.
        let is_over = Rc::new(Cell::new(false));
        let over = Rc::clone(&is_over);
        spawn(async move {
            task.await;
            over.set(true);
        });
        while !is_over.get() {
            yield_now().await;
        }
    });
}

#[test]
fn sleeps_that_are_due_together_wake_in_the_order_of_their_times() {
    run(NOT_WOKEN, async || {
        let (start, order) = (after(0), Arc::<Mutex<Vec<usize>>>::default());
        let sleeps = [5, 2, 9, 1, 7, 3].map(|time| {
            let waker = noting_waker(time, &order);
            let mut sleep = Box::pin(sleep_until(start + Duration::from_millis(20 + time as u64)));
            // On a busy machine, it may be ready at once, and is then not among the others.
            (poll(&mut sleep, &waker), sleep)
        });
        // The thread is blocked until all are due.
        thread::sleep(Duration::from_millis(40));
        a_moment().await;
        let woken = order.lock().unwrap().clone();
        let waited = sleeps.iter().filter(|(polled, _)| polled.is_pending()).count();
        assert_eq!(woken.len(), waited, "so many of the sleeps that were due have woken their tasks (left)");
        assert!(
            woken.is_sorted(),
            "sleeps were due at the same turn, and woke in the order of these times: {woken:?}. The earliest comes first"
        );
    });
}

#[test]
fn the_latest_waker_of_a_sleep_counts() {
    run(NOT_WOKEN, async || {
        let ((first, first_waker), (last, last_waker)) = (Count::new(), Count::new());
        let mut sleep = waiting(LONG, &first_waker);
        assert!(poll(&mut sleep, &last_waker).is_pending());
        let [first, last] = [&first, &last].map(|count| Arc::strong_count(count) - 2);
        assert_eq!(
            first, 0,
            "a sleep was polled with one waker, and then with another, and still holds the first one"
        );
        assert!(
            last > 0,
            "a sleep was polled with one waker, and then with another, and does not hold the latest one"
        );
    });
}

#[test]
fn a_waker_of_a_sleep_may_use_the_runtime() {
    run(NOT_WOKEN, async || {
        let ((count, waker), probe) = (Count::new(), Probe::default());
        let used = probe.clone();
        // It also drops another sleep, which is due in the same turn.
        let (at, next) = (after(200), RefCell::new(None));
        let mut dropped = Box::pin(sleep_until(at));
        let waits = poll(&mut dropped, &waker).is_pending();
        *next.borrow_mut() = Some(dropped);
        let uses = move || {
            drop(next.take());
            drop(waiting(LONG, Waker::noop()));
            spawn(used.future());
        };
        let mut first = Box::pin(sleep_until(at - Duration::from_millis(1)));
        let waits = poll(&mut first, &acting_waker(uses)).is_pending() && waits;
        thread::sleep(at.saturating_duration_since(Instant::now()));
        a_moment().await;
        assert!(has_acted(), "the time of a sleep has come, and its waker was not called");
        assert_eq!(probe.polls(), 1, "the waker of a sleep spawned a task, which was polled so often");
        assert_eq!(
            count.get(),
            0,
            "the waker of a sleep dropped the next one, and that woke its task all the same"
        );
        // On a busy machine, it may have been ready at once.
        assert!(
            !waits || poll(&mut first, Waker::noop()).is_ready(),
            "the time of a sleep has come, and it is pending"
        );
        let used = probe.clone();
        let mut replaced = waiting(LONG, &acting_waker(move || drop(spawn(used.future()))));
        assert!(poll(&mut replaced, Waker::noop()).is_pending());
        assert!(has_acted(), "a sleep was polled with another waker, and the former one is still held");
        let dropped = waiting(LONG, &acting_waker(|| drop(waiting(LONG, Waker::noop()))));
        drop(dropped);
        assert!(has_acted(), "a sleep was dropped, and its waker is still held");
    });
}

#[test]
fn a_sleep_outside_of_block_on_panics() {
    watch("a sleep blocks", || {
        let mut sleep = Box::pin(sleep_until(Instant::now() + LONG));
        let polled =
            catch_unwind(AssertUnwindSafe(|| sleep.as_mut().poll(&mut Context::from_waker(Waker::noop()))));
        assert!(
            polled.is_err(),
            "a sleep was polled outside of `block_on`, and did not panic: nothing would wake it"
        );
        block_on(sleep_until(after(5))).expect("the selector works");
    });
}

//! Level 3: sleeps.

mod tools;

use own::{block_on, sleep_until};
use tools::*;

const NOT_WOKEN: &str = "the time of a sleep has come, and what awaits it is not polled";

/// Returns a sleep of an hour that was polled with this waker.
fn long(waker: &Waker) -> Pin<Box<dyn Future<Output = ()>>> {
    let mut sleep = Box::pin(sleep_until(after(3_600_000)));
    assert!(poll(&mut sleep, waker).is_pending(), "a sleep was ready an hour before its time");
    sleep
}

#[test]
fn a_sleep_ends_at_its_time_and_never_before() {
    run(NOT_WOKEN, async || {
        for time in (0..6000).step_by(310).map(Duration::from_micros) {
            let at = Instant::now() + time;
            sleep_until(at).await;
            assert!(Instant::now() >= at, "a sleep of {time:?} ended before its time");
            let at = Instant::now() + time;
            always_ready(sleep_until(at)).await;
            assert!(Instant::now() >= at, "an extra poll ended a sleep of {time:?} before its time");
            // The next sleep has no extra poll.
            yield_now().await;
        }
    });
}

#[cfg(unix)]
#[test]
fn a_sleep_uses_no_cpu_time() {
    run(NOT_WOKEN, async || {
        for (sleeps, time) in [(1, Duration::from_millis(200)), (200, Duration::from_micros(900))] {
            let before = test_tools::clock::cpu_time();
            for _ in 0..sleeps {
                sleep_until(Instant::now() + time).await;
            }
            let taken = test_tools::clock::cpu_time() - before;
            let message = "park until the time has come, also for less than a millisecond";
            assert!(taken < time * sleeps / 4, "{sleeps} sleeps of {time:?}: busy for {taken:?}. {message}");
        }
        let taken = cost_of(sleep_until(Instant::now() + LONG)).await;
        let message = "(8 ms for each switch): park until the time has come, and once";
        assert!(taken < MOMENT, "a sleep of {LONG:?} cost {taken:?} {message}");
    });
}

#[test]
fn each_of_many_sleeps_ends() {
    run("3,000 sleeps have the same time, which has come, and some do not end", async || {
        let at = after(100);
        let sleeps: Vec<_> = (0..3000).map(|_| own::spawn(sleep_until(at))).collect();
        for sleep in sleeps {
            sleep.await;
        }
    });
}

#[test]
fn a_sleep_holds_its_latest_waker_until_it_is_dropped() {
    run(NOT_WOKEN, async || {
        let [(first, first_waker), (last, last_waker)] = [(); 2].map(|()| Count::new());
        let mut sleep = long(&first_waker);
        assert!(poll(&mut sleep, &last_waker).is_pending());
        // The test has two of each.
        let held = || [&first, &last].map(|count| Arc::strong_count(count) > 2);
        let message = "a sleep was polled with one waker and then with another, and still holds the first one, or not \
            the latest one";
        assert_eq!(held(), [false, true], "{message}");
        drop(sleep);
        assert_eq!(held(), [false; 2], "a sleep was dropped, and its waker is still held");
    });
}

#[cfg(unix)]
#[test]
fn a_sleep_may_last_for_years() {
    let hangs = "a sleep of years was set, and a thread's wake-up or a short sleep does not come through";
    run(hangs, async || {
        let seconds = (0..64).rev().map(|bit| Duration::from_secs(1 << bit));
        let units = seconds.chain((0..30).rev().map(|bit| Duration::from_nanos(1 << bit)));
        let last = units.fold(Instant::now(), |at, more| at.checked_add(more).unwrap_or(at));
        for at in [after(100 * 365 * 24 * 3_600_000), last] {
            let ((count, waker), mut sleep) = (Count::new(), Box::pin(sleep_until(at)));
            assert!(poll(&mut sleep, &waker).is_pending(), "a sleep was ready years before its time");
            let taken = cost_of(woken_after(LONG)).await;
            spawn!(sleep_until(after(5))).await;
            assert_eq!(count.get(), 0, "a sleep woke its task years before its time");
            let message = "(8 ms a switch): park without a limit, or up to it";
            assert!(taken < MOMENT, "a sleep of years was next, and {LONG:?} cost {taken:?} {message}");
        }
    });
}

#[test]
fn sleeps_end_though_others_are_always_ready() {
    let hangs = "two tasks are woken in each of their polls, and so is the main future, and a sleep does not end: look \
        at the clock also while something is ready";
    run(hangs, async || {
        (0..2).for_each(|_| drop(own::spawn(always_ready(pending::<()>()))));
        sleep_until(after(5)).await;
        // Now the main future is always ready, too.
        always_ready(spawn!(sleep_until(after(5)))).await;
    });
}

#[test]
fn sleeps_that_are_due_together_wake_in_the_order_of_their_times() {
    run(NOT_WOKEN, async || {
        let (start, order) = (after(20), Arc::<Mutex<Vec<usize>>>::default());
        let sleeps = [5, 2, 9, 1, 7, 2].map(|time| {
            let mut sleep = Box::pin(sleep_until(start + Duration::from_millis(time as u64)));
            // On a busy machine, it may be ready at once, and is then not among the others.
            (poll(&mut sleep, &noting_waker(time, &order)), sleep)
        });
        // The thread is blocked until all are due.
        thread::sleep(Duration::from_millis(40));
        a_moment().await;
        let woken = order.lock().unwrap().clone();
        let waited = sleeps.iter().filter(|(polled, _)| polled.is_pending()).count();
        let message = "so many of the due sleeps woke (left): two have one time, and a time alone is no key";
        assert_eq!(woken.len(), waited, "{message}");
        let message = "sleeps were due together, and woke in this order of times. The earliest comes first";
        assert!(woken.is_sorted(), "{message}: {woken:?}");
    });
}

#[test]
fn a_waker_of_a_sleep_may_use_the_runtime() {
    run(NOT_WOKEN, async || {
        let ((count, waker), probe, at) = (Count::new(), Probe::default(), after(200));
        let mut first = Box::pin(sleep_until(at - Duration::from_millis(1)));
        let mut second = Box::pin(sleep_until(at));
        let _ = poll(&mut second, &waker);
        let (spawned, mut dropped) = (probe.clone(), Some(second));
        let uses = move || {
            dropped.take();
            drop(long(Waker::noop()));
            spawn!(spawned.future());
        };
        let _ = poll(&mut first, &acting_waker(uses));
        thread::sleep(at.saturating_duration_since(Instant::now()));
        a_moment().await;
        assert!(has_acted(), "the time of a sleep has come, and its waker was not called");
        assert_eq!(probe.polls.get(), 1, "the waker of a sleep spawned a task, which was polled so often");
        let message = "the waker of a sleep dropped the next one, and that woke its task all the same";
        assert_eq!(count.get(), 0, "{message}");
        let mut replaced = long(&acting_waker(|| drop(long(Waker::noop()))));
        assert!(poll(&mut replaced, Waker::noop()).is_pending());
        drop(long(&acting_waker(|| drop(long(Waker::noop())))));
        assert!(has_acted(), "a sleep was dropped, and its waker is still held");
    });
}

#[test]
fn a_sleep_needs_a_block_on_only_where_it_waits() {
    watch("a sleep blocks, or does not end", || {
        let message = "and polled in a later one, and a panic came: a sleep belongs to the `block_on` of its first poll";
        let is_lost = panics(|| block_on(sleep_until(after(5))));
        assert!(!is_lost, "a sleep was made outside of `block_on`, {message}");
        let made = block_on(std::future::poll_fn(|_| Poll::Ready(sleep_until(after(5)))))
            .expect("the selector works");
        let is_lost = panics(|| block_on(made));
        assert!(!is_lost, "a sleep was made in a `block_on`, {message}");
        let mut past = Box::pin(sleep_until(Instant::now()));
        let polled = catch_unwind(AssertUnwindSafe(|| poll(&mut past, Waker::noop()).is_ready()));
        let message = "the time of a sleep has come, it was polled outside of `block_on`, and panicked or is not ready: it need \
            not wait";
        assert_eq!(polled.ok(), Some(true), "{message}");
        let panics = panics(|| poll(&mut Box::pin(sleep_until(after(3_600_000))), Waker::noop()));
        assert!(panics, "a sleep was polled outside of `block_on`, and did not panic: nothing would wake it");
        let more = left_open(async || long(Waker::noop()));
        let message = "descriptors are open after 100 calls of `block_on`, of each of which a sleep is kept: each closes its own";
        assert!(more < 80, "{more} more {message}");
    });
}

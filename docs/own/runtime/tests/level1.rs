//! Level 1: `block_on`.

mod tools;

use std::cell::Cell;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Poll, Waker};

use own::block_on;
use test_tools::future::{counted, yield_now};
use tools::{MOMENT, numbered, run, wake_by_thread, wake_later, watch};

#[test]
fn the_output_of_the_future_is_returned() {
    let hangs = "the future was ready in its first poll, and `block_on` did not return: the first poll needs no wake-up";
    watch(hangs, || {
        // The future borrows, and may not leave the thread.
        let polls = Cell::new(0);
        let output = block_on(async {
            polls.set(polls.get() + 1);
            "output"
        });
        assert_eq!(output.expect("the selector works"), "output");
        assert_eq!(
            polls.get(),
            1,
            "the future was ready in its first poll, and was polled again (left: polls)"
        );
    });
}

#[test]
fn a_future_that_is_woken_during_its_own_poll_is_polled_again() {
    let hangs = "the future woke itself during its poll, and was not polled again: a wake-up during a poll counts for the \
        next one";
    run(hangs, async || {
        for _ in 0..100 {
            yield_now().await;
        }
    });
}

#[test]
fn a_wake_up_by_another_thread_during_the_poll_leads_to_another_poll() {
    let hangs = "another thread woke the future after that had looked, and before its poll returned `Pending`. It was not \
        polled again: whatever the poll returns, a wake-up during it counts for the next one";
    run(hangs, async || {
        numbered(|number, waker| {
            let looked = if number <= 100 { Poll::Pending } else { Poll::Ready(()) };
            wake_by_thread(waker);
            looked
        })
        .await;
    });
}

#[test]
fn a_wake_up_by_another_thread_unparks() {
    let hangs =
        "the thread was parked when another one called the waker, and stayed parked: a waker must unpark it";
    let polls = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&polls);
    run(hangs, async move || {
        let parks = numbered(|number, waker| {
            wake_later(waker);
            if number <= 3 { Poll::Pending } else { Poll::Ready(()) }
        });
        counted(&counts, parks).await;
    });
    assert_eq!(polls.load(SeqCst), 4, "3 wake-ups lead to 3 polls after the first one (left: all polls)");
}

#[test]
fn many_wake_ups_before_a_poll_lead_to_one_poll() {
    run("the future was woken, and was not polled again", async || {
        let mut is_woken = Arc::default();
        numbered(|number, waker| {
            match number {
                1 => {
                    (0..10).for_each(|_| waker.wake_by_ref());
                    wake_by_thread(waker);
                }
                2 => is_woken = wake_later(waker),
                _ => {
                    assert!(
                        is_woken.load(SeqCst),
                        "11 wake-ups came before the second poll, and then there was a third one without another wake-up: one \
                        poll answers all wake-ups that come before it"
                    );
                    return Poll::Ready(());
                }
            }
            Poll::Pending
        })
        .await;
    });
}

#[cfg(unix)]
#[test]
fn a_future_that_waits_uses_no_cpu_time() {
    let taken = run("the waker was called, and the future was not polled", async || {
        let before = test_tools::clock::cpu_time();
        // Four times in a row: a park that comes with a time limit is not enough.
        numbered(|number, waker| {
            wake_later(waker);
            if number <= 4 { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
        test_tools::clock::cpu_time() - before
    });
    assert!(
        taken < MOMENT,
        "the future waited for {:?}, and the thread was busy for {taken:?} of it: while nothing is woken, it must park",
        4 * MOMENT
    );
}

#[test]
fn a_waker_may_be_called_after_its_block_on() {
    let hangs = "a waker of an earlier `block_on` was called, and then the next one did not go on";
    watch(hangs, || {
        let waker =
            |()| block_on(numbered(|_, waker| Poll::Ready(waker.clone()))).expect("the selector works");
        let [old, called_before] = [(); 2].map(waker);
        wake_by_thread(&called_before);
        let mut is_woken = Arc::default();
        let next = numbered(|number, waker| match number {
            1 => {
                old.wake_by_ref();
                wake_by_thread(&old);
                is_woken = wake_later(waker);
                Poll::Pending
            }
            _ => Poll::Ready(is_woken.load(SeqCst)),
        });
        let was_woken = block_on(next).expect("the selector works");
        assert!(was_woken, "a waker of an earlier `block_on` led to a poll of the future of this one");
    });
}

/// Counts the descriptors of all tests, which run at the same time: each of them has a few.
#[cfg(unix)]
#[test]
fn after_block_on_no_descriptor_is_open_though_wakers_are_kept() {
    let open = || std::fs::read_dir("/dev/fd").expect("the system lists them").count();
    watch("`block_on` does not return", move || {
        let before = open();
        let kept: Vec<Waker> = (0..300)
            .map(|_| {
                let result = block_on(numbered(|_, waker| Poll::Ready(waker.clone())));
                result.expect(
                    "no descriptor is left: each `block_on` must close its own, also if a waker outlives it",
                )
            })
            .collect();
        let more = open().saturating_sub(before);
        assert!(
            more < 200,
            "after {} calls of `block_on`, of each of which a waker is kept, {more} more descriptors are open: a waker must not \
            keep them open",
            kept.len()
        );
    });
}

#[test]
fn after_a_panic_the_next_block_on_works() {
    watch("after a panic, the next `block_on` on this thread hangs", || {
        let panics = catch_unwind(|| block_on(async { panic!("of the test") }));
        let payload = panics.expect_err("the panic of the future must leave `block_on`");
        assert_eq!(payload.downcast_ref(), Some(&"of the test"), "another panic has left `block_on`");
        let next = catch_unwind(|| block_on(yield_now()));
        assert!(
            next.is_ok(),
            "the future of a `block_on` had panicked, and the next one on this thread panics, too: what `block_on` sets must be \
            reset by any way out of it"
        );
    });
}

#[test]
fn a_block_on_inside_of_another_panics() {
    watch("a `block_on` was called inside of another one, and hangs", || {
        let outer = block_on(async {
            yield_now().await;
            let inner = catch_unwind(|| block_on(async {}));
            assert!(
                inner.is_err(),
                "a `block_on` inside of another one must panic: it would block the outer one"
            );
            yield_now().await;
            let inner = catch_unwind(|| block_on(async {}));
            assert!(
                inner.is_err(),
                "the second `block_on` inside of another one did not panic as the first one did"
            );
        });
        outer.expect("the selector works");
        block_on(yield_now()).expect("after the outer `block_on`, the next one works");
    });
}

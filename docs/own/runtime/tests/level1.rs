//! Level 1: `block_on`.

mod tools;

use own::block_on;
use tools::*;

#[test]
fn the_output_of_the_future_is_returned() {
    let hangs = "a future is ready in its first poll, and `block_on` hangs: the first poll needs no wake-up";
    watch(hangs, || {
        // The future borrows, and may not leave the thread.
        let cell = Cell::new("output");
        assert_eq!(block_on(async { cell.get() }).expect("the selector works"), "output");
    });
}

#[test]
fn a_wake_up_during_the_poll_leads_to_another_poll() {
    let hangs = "the future was woken, by its own thread or another one, after it had looked and before its poll \
        returned `Pending`, and was not polled again: a wake-up during a poll counts for the next one";
    run(hangs, woken_in_its_polls);
}

#[test]
fn many_wake_ups_before_a_poll_lead_to_one_poll_and_a_later_one_unparks() {
    let hangs = "the thread was parked when another called the waker, and stays so: a waker must unpark it";
    run(hangs, async || {
        let polls = Arc::default();
        let woken = numbered(|number, waker| {
            if number == 2 {
                return Poll::Ready(());
            }
            (0..10).for_each(|_| waker.wake_by_ref());
            wake_by_thread(waker);
            Poll::Pending
        });
        counted(&polls, async { (woken.await, a_moment().await) }).await;
        let message = "11 wake-ups came before the second poll, one before the third, and the polls were others (left): \
            one poll answers all wake-ups that come before it";
        assert_eq!(polls.load(SeqCst), 3, "{message}");
    });
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_wake_up_between_the_look_and_the_park_counts() {
    let hangs = "another thread called the waker when this one had looked for wake-ups and was about to park, and the \
        future was not polled: a wake-up must also unpark a thread that parks just after it";
    let test = || {
        let ended = block_on(test_tools::held::woken_while_held(12000));
        ended.expect("a wait of the system that a signal interrupts is no error: it goes on");
    };
    // So many holds take two seconds.
    watched_within(Duration::from_secs(6), test, || hangs.to_owned());
}

#[cfg(unix)]
#[test]
fn a_future_that_waits_uses_no_cpu_time() {
    let hangs = "the waker was called, and the future was not polled";
    let taken = run(hangs, async || cost_of(woken_after(LONG)).await);
    let rule = "(8 ms for each switch): park while nothing is woken, and once. Do not look now and then, but let a waker unpark";
    assert!(taken < MOMENT, "a wait of {LONG:?} cost {taken:?} {rule}");
}

#[test]
fn a_wake_up_unparks_at_once() {
    // On a busy machine, some polls come late.
    let hangs =
        "another thread called the waker, and the future was not polled: a waker must unpark the thread";
    let least = run(hangs, async || {
        let mut least = Duration::MAX;
        for _ in 0..10 {
            if least > MOMENT / 2 {
                least = woken_after(MOMENT).await.elapsed().min(least);
            }
        }
        least
    });
    let message = "later: a waker must unpark the thread, which does not look by itself";
    assert!(least <= MOMENT / 2, "another thread called the waker, and the poll came {least:?} {message}");
}

#[test]
fn a_waker_of_an_earlier_block_on_does_nothing_and_keeps_nothing_open() {
    watch("a waker of an earlier `block_on` was called, and then the next one did not go on", || {
        let waker = || numbered(|_, waker| Poll::Ready(waker.clone()));
        let more = left_open(waker);
        let message = "descriptors are open after 100 calls of `block_on`: a waker must not keep them open";
        assert!(more < 80, "a waker of each is kept, and {more} more {message}");
        let [earlier, another] = [(); 2].map(|()| block_on(waker()).expect("the selector works"));
        let wakes = |waker: &Waker| {
            let message =
                "a waker was called after its `block_on` had returned, and panicked: that does nothing";
            assert!(!panics(|| waker.wake_by_ref()), "{message}");
            wake_by_thread(waker);
        };
        wakes(&earlier);
        let polls = Arc::default();
        let next = async {
            wakes(&another);
            a_moment().await;
        };
        block_on(counted(&polls, next)).expect("the selector works");
        let message = "a waker of an earlier `block_on` led to a poll of this future (left: polls)";
        assert_eq!(polls.load(SeqCst), 2, "{message}");
    });
}

#[test]
fn after_a_panic_the_next_block_on_works() {
    watch("after a panic, the next `block_on` on this thread hangs", || {
        let left = catch_unwind(|| block_on(async { panic!("of the test") }));
        let payload = left.expect_err("the panic of the future must leave `block_on`");
        assert_eq!(payload.downcast_ref(), Some(&"of the test"), "another panic has left `block_on`");
        let message = "the future of a `block_on` had panicked, and the next one on this thread panics, too: what \
            `block_on` sets must be reset by any way out of it";
        assert!(!panics(|| block_on(yield_now())), "{message}");
    });
}

#[cfg(unix)]
#[test]
fn after_an_error_the_next_block_on_works() {
    use test_tools::process::{leave_descriptors, raise_descriptors};

    watch("after an error, the next `block_on` on this thread hangs", || {
        // Some selectors have several descriptors.
        for left in 0..4 {
            leave_descriptors(left);
            let message = "descriptors are left, and `block_on` panics: an error of the system is returned";
            assert!(!panics(|| block_on(yield_now())), "{left} {message}");
            raise_descriptors();
            let message = "had no descriptor, and the next one on this thread panics or fails, too: what `block_on` sets must \
                be reset by any way out of it, or set when the selector is there";
            let next = catch_unwind(|| block_on(yield_now()));
            assert!(matches!(next, Ok(Ok(()))), "a `block_on` {message}");
        }
    });
}

#[test]
fn a_block_on_inside_of_another_panics() {
    let hangs = "a `block_on` was called inside of another one, or woke one from another thread, and one of them hangs";
    watch(hangs, || {
        let outer = block_on(async {
            for time in ["first", "second"] {
                yield_now().await;
                let message = "`block_on` inside of another one did not panic: it would block the outer one";
                assert!(panics(|| block_on(async {})), "the {time} {message}");
            }
            let other = thread::spawn(|| block_on(yield_now()).is_ok()).join();
            assert!(other.is_ok(), "two threads had a `block_on` each, at once, and the second one panicked");
            numbered(|number, waker| {
                let waker = waker.clone();
                let wakes = || block_on(async { (a_moment().await, waker.wake()) });
                _ = (number == 1).then(|| thread::spawn(wakes));
                if number == 1 { Poll::Pending } else { Poll::Ready(()) }
            })
            .await;
        });
        outer.expect("the outer one goes on");
        block_on(yield_now()).expect("after the outer `block_on`, the next one works");
    });
}

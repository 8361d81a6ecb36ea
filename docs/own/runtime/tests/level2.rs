//! Level 2: tasks.

mod tools;

use std::cell::{Cell, RefCell};
use std::future::{pending, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::task::{Poll, Waker};

use own::{block_on, spawn};
use test_tools::future::{poll, yield_now};
use test_tools::waker::{Count, acting_waker, has_acted};
use tools::{Probe, a_moment, on_drop, run, wake_by_thread, watch};

const NOT_POLLED: &str = "a task was spawned or woken, and is not polled";

#[test]
fn the_handle_of_a_task_has_its_output() {
    let hangs = "a task has ended, and the future that awaits its handle is not polled: the end of a task wakes its awaiter";
    let outputs = run(hangs, async || {
        let [first, second] = [1, 2].map(|number| {
            spawn(async move {
                yield_now().await;
                number
            })
        });
        (second.await, first.result().await.ok())
    });
    assert_eq!(outputs, (2, Some(1)), "two tasks returned 1 and 2, and their handles returned this");
}

#[test]
fn a_task_whose_handle_was_dropped_runs_on() {
    run(
        "a task's handle was dropped, and the task was not polled any more: the drop detaches it",
        async || {
            let probe = Probe::default();
            drop(spawn(probe.future()));
            while probe.polls() == 0 {
                yield_now().await;
            }
            probe.end();
            while !probe.is_dropped() {
                yield_now().await;
            }
            assert_eq!(probe.polls(), 2, "the task was detached and woken, and then dropped without a poll");
        },
    );
}

#[test]
fn only_what_was_woken_is_polled() {
    let mains = run(NOT_POLLED, async || {
        let probes = [(); 3].map(|()| Probe::default());
        probes.iter().for_each(|probe| drop(spawn(probe.future())));
        a_moment().await;
        let polls = || probes.each_ref().map(Probe::polls);
        assert_eq!(
            polls(),
            [1; 3],
            "these are the polls of 3 new tasks, but the first poll comes once, and by itself"
        );
        let waker = probes[1].waker();
        waker.wake_by_ref();
        wake_by_thread(&waker);
        let (mut mains, mut moment) = (0, Box::pin(a_moment()));
        poll_fn(|cx| {
            mains += 1;
            moment.as_mut().poll(cx)
        })
        .await;
        assert_eq!(
            polls(),
            [1, 2, 1],
            "the second of 3 tasks was woken, twice, and these are the polls of all: only what was woken is polled, and once"
        );
        mains
    });
    assert_eq!(
        mains, 2,
        "a task was woken, and the main future was polled for it: only what was woken is polled"
    );
}

#[test]
fn a_task_that_is_woken_during_its_own_poll_is_polled_again() {
    let hangs = "a task was woken during its own poll, and was not polled again: a wake-up during a poll counts for the next one";
    run(hangs, async || {
        spawn(async {
            for _ in 0..100 {
                yield_now().await;
            }
            tools::numbered(|number, waker| {
                wake_by_thread(waker);
                if number < 100 { Poll::Pending } else { Poll::Ready(()) }
            })
            .await;
        })
        .await;
    });
}

#[test]
fn the_waker_of_a_task_that_has_ended_wakes_no_other_task() {
    run(NOT_POLLED, async || {
        let [first, second] = [(); 2].map(|()| Probe::default());
        let task = spawn(first.future());
        a_moment().await;
        first.end();
        task.await;
        spawn(second.future());
        a_moment().await;
        first.waker().wake();
        a_moment().await;
        assert_eq!(
            second.polls(),
            1,
            "the waker of a task that has ended was called, and a task that was spawned later was polled for it (left: polls)"
        );
    });
}

#[test]
fn what_is_always_ready_starves_nothing() {
    let hangs = "two tasks are woken in each of their polls, and so is the main future, and another task is not polled any more";
    run(hangs, async || {
        for _ in 0..2 {
            spawn(async {
                loop {
                    yield_now().await;
                }
            });
        }
        let probe = Probe::default();
        spawn(probe.future());
        for polls in 1..100 {
            while probe.polls() < polls {
                yield_now().await;
            }
            probe.waker().wake();
        }
        // Now the main future waits, and the task wakes it.
        spawn(async {
            for _ in 0..100 {
                yield_now().await;
            }
        })
        .await;
    });
}

/// Spawns a task, wakes another one, and cancels a third one. Returns the first one, and whether the third one is gone.
fn uses(probes: &[Probe; 3], cancelled: &RefCell<Option<own::Task<()>>>) {
    spawn(probes[0].future());
    probes[1].waker().wake();
    cancelled.take().expect("it is cancelled once").cancel();
    assert!(
        probes[2].is_dropped(),
        "a destructor or a waker cancelled a task, and its future was not dropped"
    );
}

/// Calls `test` with an action that uses the runtime. Asserts that the action worked.
async fn acted(what: &str, test: impl AsyncFnOnce(Box<dyn FnOnce()>)) {
    let probes = [(); 3].map(|()| Probe::default());
    spawn(probes[1].future());
    let cancelled = RefCell::new(Some(spawn(probes[2].future())));
    yield_now().await;
    let used = probes.clone();
    test(Box::new(move || uses(&used, &cancelled))).await;
    while probes[0].polls() == 0 || probes[1].polls() < 2 {
        assert!(probes[2].is_dropped(), "{what} was not called");
        yield_now().await;
    }
}

#[test]
fn a_destructor_may_spawn_wake_and_cancel() {
    run(
        "the destructor of a task's future spawned a task and woke another one, and these were not polled",
        async || {
            acted("the destructor of a task that was cancelled", async |action| {
                let drops = on_drop(action);
                let task = spawn(async move {
                    let _drops = drops;
                    pending::<()>().await;
                });
                yield_now().await;
                task.cancel();
            })
            .await;
            acted("the destructor of a task that has ended", async |action| {
                let drops = on_drop(action);
                spawn(async move { drop(drops) }).await;
            })
            .await;
            acted("the destructor of the output of a detached task", async |action| {
                let drops = on_drop(action);
                spawn(async move { drops });
                yield_now().await;
                yield_now().await;
            })
            .await;
        },
    );
}

#[test]
fn a_waker_may_spawn_wake_and_cancel() {
    run(
        "the waker of an awaiter spawned a task and woke another one, and these were not polled",
        async || {
            acted("the waker of the future that awaits a task", async |action| {
                let mut task = spawn(yield_now());
                assert!(poll(&mut task, &acting_waker(action)).is_pending());
                while !has_acted() {
                    yield_now().await;
                }
                assert!(
                    poll(&mut task, Waker::noop()).is_ready(),
                    "a task woke its awaiter, and its handle is not ready"
                );
            })
            .await;
            acted("the waker that a later one replaces", async |action| {
                let mut task = spawn(yield_now());
                assert!(poll(&mut task, &acting_waker(action)).is_pending());
                assert!(poll(&mut task, Waker::noop()).is_pending());
                task.await;
            })
            .await;
        },
    );
}

#[test]
fn the_latest_waker_of_an_awaiter_counts() {
    run(NOT_POLLED, async || {
        let ((_, first), (count, last)) = (Count::new(), Count::new());
        let mut task = spawn(yield_now());
        assert!(poll(&mut task, &first).is_pending() && poll(&mut task, &last).is_pending());
        a_moment().await;
        assert_eq!(
            count.get(),
            1,
            "a handle was polled with one waker and then with another, the task ended, and the latest waker was called so often"
        );
    });
}

#[test]
fn a_panic_of_a_task_does_not_leave_block_on() {
    watch("a task that nothing awaits panicked, and `block_on` does not go on", || {
        let probe = Probe::default();
        let future = probe.future();
        let ended = catch_unwind(AssertUnwindSafe(|| {
            block_on(async move {
                spawn(async move {
                    let _future = future;
                    panic!("of a detached task");
                });
                spawn(yield_now()).await;
            })
        }));
        assert!(
            ended.is_ok(),
            "a task panicked, and so did `block_on`: a panic of a task must not leave `block_on`"
        );
        assert!(probe.is_dropped(), "a task panicked, and its future was not dropped");
    });
}

#[test]
fn a_panic_of_a_task_reaches_its_awaiter() {
    run("a task panicked, and the future that awaits it is not polled", async || {
        let spawn_panic = || spawn(async { panic!("of a task") });
        let payload = spawn_panic().result().await.expect_err("`result` of a task that panicked is an error");
        assert_eq!(
            payload.downcast_ref(),
            Some(&"of a task"),
            "`result` returned another panic than the task's"
        );
        let mut task = spawn_panic();
        let payload = poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| poll(&mut task, cx.waker()))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(())) => panic!("a task panicked, and the future of its handle returned an output"),
            Err(payload) => Poll::Ready(payload),
        });
        let payload = payload.await;
        assert_eq!(
            payload.downcast_ref(),
            Some(&"of a task"),
            "the handle panicked with another panic than the task's"
        );
    });
}

#[test]
fn cancel_drops_the_future_before_it_returns() {
    run(NOT_POLLED, async || {
        for wakes in 0..3 {
            let probe = Probe::default();
            let task = spawn(probe.future());
            if wakes > 0 {
                yield_now().await;
            }
            if wakes > 1 {
                probe.waker().wake();
            }
            let polls = probe.polls();
            task.cancel();
            assert!(probe.is_dropped(), "`cancel` has returned, and the future of the task is not dropped");
            a_moment().await;
            assert_eq!(probe.polls(), polls, "a task was polled after its `cancel` (left: polls)");
        }
    });
}

#[test]
fn a_task_that_cancels_itself_is_dropped_after_its_poll() {
    run(NOT_POLLED, async || {
        let (probe, own) = (Probe::default(), Rc::new(RefCell::new(None::<own::Task<()>>)));
        let (future, handle, polls) = (probe.future(), Rc::clone(&own), Rc::new(Cell::new(0)));
        let counts = Rc::clone(&polls);
        let task = spawn(async move {
            let _future = future;
            poll_fn(move |cx| {
                counts.set(counts.get() + 1);
                cx.waker().wake_by_ref();
                handle.take().into_iter().for_each(own::Task::cancel);
                cx.waker().wake_by_ref();
                Poll::Pending
            })
            .await
        });
        *own.borrow_mut() = Some(task);
        a_moment().await;
        assert_eq!(polls.get(), 1, "a task cancelled itself in its first poll, and these are its polls");
        assert!(
            probe.is_dropped(),
            "a task cancelled itself, its poll has returned, and its future is not dropped"
        );
    });
}

#[test]
fn at_the_end_of_block_on_all_tasks_are_dropped() {
    watch("`block_on` does not return", || {
        for panics in [false, true] {
            let probes = [(); 4].map(|()| Probe::default());
            let of_main = probes.clone();
            let ended = catch_unwind(AssertUnwindSafe(|| {
                block_on(async move {
                    // One task waits and is detached, one was never polled, and one is spawned by the destructor of another.
                    spawn(of_main[0].future());
                    yield_now().await;
                    let (first, second) = (of_main[1].future(), of_main[2].clone());
                    let drops = on_drop(move || drop(spawn(second.future())));
                    let task = spawn(async move { drop((first.await, drops)) });
                    let handle = of_main[3].clone();
                    let _probe = (handle.future(), task);
                    assert!(!panics, "of the test");
                })
            }));
            assert_eq!(
                ended.is_err(),
                panics,
                "the main future panics, and `block_on` does, or neither does"
            );
            let left = probes.iter().filter(|probe| !probe.is_dropped()).count();
            assert_eq!(
                left, 0,
                "`block_on` has ended, with a panic: {panics}. The futures of so many of 4 tasks are not dropped"
            );
        }
    });
}

#[test]
fn spawn_outside_of_block_on_panics() {
    watch("`spawn` does not return", || {
        assert!(
            catch_unwind(|| spawn(async {})).is_err(),
            "a task was spawned outside of `block_on`: nothing would run it"
        );
        block_on(async {}).expect("the selector works");
        assert!(
            catch_unwind(|| spawn(async {})).is_err(),
            "a task was spawned after `block_on`: nothing would run it"
        );
    });
}

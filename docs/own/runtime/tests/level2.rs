//! Level 2: tasks.

mod tools;

use own::{Task, block_on, spawn};
use tools::*;

const NOT_POLLED: &str =
    "a task was spawned, or woken by this thread or, while it was parked, by another one, and is not polled";

#[test]
fn the_end_of_a_task_gives_its_output_and_wakes_the_latest_waker() {
    let hangs = "a task has ended, and what awaits it is not polled: the end of a task wakes its awaiter";
    run(hangs, async || {
        let (first, second) = (spawn!(async { 1 }), spawn!(async { 2 }));
        let outputs = (second.await, first.result().await.ok());
        assert_eq!(outputs, (2, Some(1)), "two tasks returned 1 and 2, and their handles returned this");
        let ((_, first), (count, last)) = (Count::new(), Count::new());
        let mut task = spawn!(yield_now());
        assert!(poll(&mut task, &first).is_pending() && poll(&mut task, &last).is_pending());
        a_moment().await;
        let message = "a handle was polled with two wakers, the task ended: the latest was called so often";
        assert_eq!(count.get(), 1, "{message}");
        let mut task = spawn!(yield_now());
        assert!(poll(&mut task, &last).is_pending());
        drop(task);
        let held = Arc::strong_count(&count) > 2;
        assert!(!held, "a `Task` was polled and dropped, and its waker is still held");
        let probe = Probe::default();
        let _kept = spawn!(probe.future());
        yield_now().await;
        probe.end();
        a_moment().await;
        let is_dropped = probe.is_dropped.get();
        assert!(is_dropped, "a task has ended, its `Task` is kept, and its future is not dropped");
    });
}

#[test]
fn tasks_without_handles_run_on_and_only_what_was_woken_is_polled() {
    run(NOT_POLLED, async || {
        let probes = [(); 3].map(|()| Probe::default());
        probes.iter().for_each(|probe| drop(spawn!(probe.future())));
        let polls = || probes.each_ref().map(|probe| probe.polls.get());
        let message =
            "`spawn` polled the task itself (left: polls of three): it returns before the first poll of it";
        assert_eq!(polls(), [0; 3], "{message}");
        // Nothing else wakes or unparks the thread.
        spawn!(a_moment()).await;
        let message = "these are the polls of three new tasks whose handles were dropped: the drop detaches them, and \
            the first poll comes once, and by itself";
        assert_eq!(polls(), [1; 3], "{message}");
        probes[1].waker().wake();
        wake_by_thread(&probes[1].waker());
        let mains = Arc::default();
        counted(&mains, a_moment()).await;
        let message = "the second of three tasks was woken, twice, and these are the polls of all: only what was woken \
            is polled, and once";
        assert_eq!(polls(), [1, 2, 1], "{message}");
        let message = "a task was woken, and the main future was polled for it (left: polls, two of its own)";
        assert_eq!(mains.load(SeqCst), 2, "{message}");
        probes[1].end();
        a_moment().await;
        let later = Probe::default();
        spawn!(later.future());
        a_moment().await;
        probes[1].waker().wake();
        a_moment().await;
        let message = "the waker of a task that has ended was called, and a later task was polled for it";
        assert_eq!(later.polls.get(), 1, "{message}");
    });
}

#[test]
fn a_task_that_is_woken_during_its_own_poll_is_polled_again() {
    let hangs = "a task was woken during its own poll, and was not polled again: a wake-up during a poll counts for \
        the next one";
    run(hangs, async || spawn!(woken_in_its_polls()).await);
}

#[test]
fn what_is_always_ready_starves_nothing() {
    let hangs = "two tasks are woken in each of their polls, and so is the main future, and another task is not polled \
        any more";
    run(hangs, async || {
        (0..2).for_each(|_| drop(own::spawn(always_ready(pending::<()>()))));
        always_ready(spawn!(woken_in_its_polls())).await;
        // Now the main future waits, and the task wakes it.
        spawn!(woken_in_its_polls()).await;
    });
}

#[test]
fn each_of_many_tasks_is_polled() {
    const MANY: usize = 5000;
    run("5,000 tasks were woken at once, and some are not polled: none may be left out", async || {
        let wakers = Arc::<Mutex<Vec<Waker>>>::default();
        let waits = || {
            let wakers = Arc::clone(&wakers);
            numbered(move |number, waker| {
                wakers.lock().unwrap().push(waker.clone());
                if number == 1 { Poll::Pending } else { Poll::Ready(()) }
            })
        };
        let tasks: Vec<_> = (0..MANY).map(|_| own::spawn(waits())).collect();
        while wakers.lock().unwrap().len() < MANY {
            a_moment().await;
        }
        let all = wakers.lock().unwrap().clone();
        thread::spawn(|| all.into_iter().for_each(Waker::wake));
        for task in tasks {
            task.await;
        }
    });
}

/// Returns a value whose destructor spawns a task that holds the next one, so many times. Counts the tasks.
fn spawns_when_dropped(left: usize, spawned: &Rc<Cell<usize>>) -> OnDrop<Box<dyn FnMut()>> {
    let spawned = Rc::clone(spawned);
    OnDrop(Box::new(move || {
        if left > 0 {
            let next = spawns_when_dropped(left - 1, &spawned);
            spawn(async move { (next, pending::<()>().await) });
            spawned.set(spawned.get() + 1);
        }
    }))
}

#[test]
fn each_of_many_tasks_is_dropped_at_the_end() {
    watch("`block_on` does not return", || {
        let (held, spawned) = (Rc::new(()), Rc::default());
        let ended = block_on(async {
            for _ in 0..5000 {
                let held = Rc::clone(&held);
                spawn(async move { (held, pending::<()>().await) });
            }
            let first = spawns_when_dropped(100, &spawned);
            spawn(async move { (first, pending::<()>().await) });
        });
        ended.expect("the selector works");
        let left = Rc::strong_count(&held) - 1;
        assert_eq!(left, 0, "`block_on` has ended, and so many of 5,000 tasks are not dropped (left)");
        let message = "at the end of `block_on`, the destructor of a task spawned a task, whose destructor spawned another, and so \
            on, and so many of a hundred could be spawned (left): drop tasks until there is none";
        assert_eq!(spawned.get(), 100, "{message}");
    });
}

#[test]
fn nothing_is_polled_when_there_is_an_output() {
    watch("`block_on` does not return", || {
        let probes = [(); 2].map(|()| Probe::default());
        let polls = || probes.each_ref().map(|probe| probe.polls.get());
        let output = block_on(async {
            probes.iter().for_each(|probe| drop(spawn!(probe.future())));
            a_moment().await;
            numbered(|number, waker| {
                if number == 2 {
                    return Poll::Ready(polls());
                }
                // In whichever order they are polled, one of the tasks comes after the main future.
                probes[0].waker().wake();
                waker.wake_by_ref();
                probes[1].waker().wake();
                Poll::Pending
            })
            .await
        });
        let message = "the main future and two tasks were woken, and a task was polled when the main future was ready (left: \
            polls of the tasks at the end; right: when it was ready). `block_on` returns as soon as there is an output";
        assert_eq!(polls(), output.expect("the selector works"), "{message}");
    });
}

/// Runs `test` with an action that spawns a task, wakes another one and cancels a third one. Asserts that it did.
fn acted(what: &'static str, test: impl AsyncFnOnce(Box<dyn FnMut()>) + Send + 'static) {
    let hangs = "a destructor or a waker spawned a task and woke another one, and these were not polled";
    run(hangs, async move || {
        let [spawned, woken, cancelled] = [(); 3].map(|()| Probe::default());
        spawn!(woken.future());
        let mut task = Some(spawn!(cancelled.future()));
        yield_now().await;
        let [spawns, wakes, cancels] = [&spawned, &woken, &cancelled].map(Probe::clone);
        let action = move || {
            spawn!(spawns.future());
            wakes.waker().wake();
            task.take().expect("it is cancelled once").cancel();
            let message = "a destructor or a waker cancelled a task, and its future was not dropped";
            assert!(cancels.is_dropped.get(), "{message}");
        };
        test(Box::new(action)).await;
        a_moment().await;
        while spawned.polls.get() == 0 || woken.polls.get() < 2 {
            let message = "was not called, or the runtime still borrowed what it uses: end the borrow first";
            assert!(cancelled.is_dropped.get(), "{what} {message}");
            yield_now().await;
        }
    });
}

#[test]
fn destructors_and_wakers_may_spawn_wake_and_cancel() {
    acted("the destructor of a task that was cancelled", async |action| {
        let task = spawn!(async move { (OnDrop(action), pending::<()>().await) });
        yield_now().await;
        task.cancel();
    });
    acted("the destructor of a task that has ended", async |action| {
        let drops = OnDrop(action);
        spawn!(poll_fn(move |_| Poll::Ready(_ = &drops))).await;
    });
    acted("the destructor of the output of a detached task", async |action| {
        spawn!(async move { OnDrop(action) });
    });
    acted(
        "the waker of what awaits a task, which polled its handle and saw its output,",
        async |mut action| {
            let task = Rc::new(RefCell::new(spawn!(yield_now())));
            let handle = Rc::clone(&task);
            let polls = move || {
                let polled = poll(&mut *handle.borrow_mut(), Waker::noop());
                assert!(polled.is_ready(), "the waker came before the output");
                action();
            };
            assert!(poll(&mut *task.borrow_mut(), &acting_waker(polls)).is_pending());
            a_moment().await;
        },
    );
    acted("the waker that a later one replaces", async |action| {
        let mut task = spawn!(yield_now());
        assert!(poll(&mut task, &acting_waker(action)).is_pending());
        assert!(poll(&mut task, Waker::noop()).is_pending());
        task.await;
    });
    acted("the destructor of a task that cancelled itself", async |action| {
        let (polls, handle) = (Arc::default(), Rc::new(Cell::new(None::<Task<()>>)));
        let (drops, task) = (OnDrop(action), Rc::clone(&handle));
        let cancels = poll_fn(move |cx| {
            let _ = &drops;
            task.take().into_iter().for_each(Task::cancel);
            cx.waker().wake_by_ref();
            Poll::Pending
        });
        handle.set(Some(spawn!(counted(&polls, cancels))));
        a_moment().await;
        assert_eq!(polls.load(SeqCst), 1, "a task cancelled itself in its first poll: these are its polls");
    });
}

async fn panicking<T>(_held: T) {
    panic!("of a task");
}

#[test]
fn a_panic_of_a_task_reaches_its_awaiter_and_nothing_else() {
    watch("a task panicked, and the future that awaits it is not polled, or the main future", || {
        let (probe, mut results) = (Probe::default(), vec![]);
        let main = async {
            spawn!(panicking(probe.future()));
            // The panic of one task becomes that of another one, which awaits its handle.
            let (task, awaiting) = (spawn!(panicking(())), spawn!(spawn!(panicking(()))));
            results = vec![task.result().await, awaiting.result().await];
        };
        let message = "a task panicked: a panic of a task must not leave `block_on`";
        assert!(!panics(|| block_on(main)), "{message}");
        assert!(probe.is_dropped.get(), "a task panicked, and its future was not dropped");
        for (result, what) in results.into_iter().zip(["a task that panicked", "one that awaited another"]) {
            let payload = result.expect_err("`result` of a task that panicked is an error");
            let is_it = payload.downcast_ref() == Some(&"of a task");
            assert!(is_it, "`result` of {what} returned another panic than the task's");
        }
    });
}

#[test]
fn cancel_drops_the_future_before_it_returns() {
    run(NOT_POLLED, async || {
        let probes = [(); 3].map(|()| Probe::default());
        // One task waits, one is woken, and one was never polled.
        let mut tasks: Vec<_> = probes[..2].iter().map(|probe| spawn!(probe.future())).collect();
        yield_now().await;
        probes[1].waker().wake();
        tasks.push(spawn!(probes[2].future()));
        for (task, probe) in tasks.into_iter().zip(&probes) {
            task.cancel();
            assert!(probe.is_dropped.get(), "`cancel` has returned, and the task's future is not dropped");
        }
        a_moment().await;
        let message = "three tasks were cancelled after 1, 1 and 0 polls, and polled again (left: polls)";
        assert_eq!(probes.each_ref().map(|probe| probe.polls.get()), [1, 1, 0], "{message}");
    });
}

#[test]
fn a_task_that_is_kept_keeps_nothing_open() {
    watch("`block_on` does not return", || {
        let more = left_open(async || spawn(pending::<()>()));
        let message = "descriptors are open after 100 calls of `block_on`, whose tasks' handles are kept: each closes its own";
        assert!(more < 80, "{more} more {message}");
    });
}

#[test]
fn at_the_end_of_block_on_all_tasks_are_dropped_and_spawn_outside_panics() {
    watch("`block_on` does not return", || {
        for is_panic in [false, true] {
            let panics_outside = panics(|| spawn(async {}));
            assert!(panics_outside, "`spawn` did not panic before or after `block_on`: nothing would run it");
            let probes = [(); 5].map(|()| Probe::default());
            // One task waits, and two were never polled. Destructors of one and of the main future spawn two more.
            let [waits, new, drops, spawned, last] = probes.clone();
            let kept = Rc::<RefCell<Vec<Task<()>>>>::default();
            let spawns = |probe: Probe| {
                let kept = Rc::clone(&kept);
                OnDrop(move || kept.borrow_mut().push(spawn!(probe.future())))
            };
            let (drops, of_task, of_main) = (drops.future(), spawns(spawned), spawns(last));
            let mut body = Box::pin(async move {
                spawn!(waits.future());
                yield_now().await;
                let _handle = spawn!(new.future());
                spawn!(async move { drop((drops.await, of_task)) });
                assert!(!is_panic, "of the test");
            });
            let main = poll_fn(move |cx| {
                let _ = &of_main;
                body.as_mut().poll(cx)
            });
            let message = "the main future panics, and `block_on` does, or neither does";
            assert_eq!(panics(|| block_on(main)), is_panic, "{message}");
            let left = probes.iter().filter(|probe| !probe.is_dropped.get()).count();
            let message = "So many of 5 tasks are not dropped (left). Two were spawned by destructors";
            assert_eq!(left, 0, "`block_on` has ended, with a panic: {is_panic}. {message}");
            let message = "the destructors of a task and of the main future ran at the end of `block_on`, and so \
                many of the two could spawn a task (left): they must still find the runtime";
            assert_eq!(kept.borrow().len(), 2, "{message}");
        }
    });
}

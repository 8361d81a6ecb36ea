//! Tasks: how they end, and what the task that awaits them gets.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Poll, Waker};

use crate::tools::{Count, acting_waker, counted, poll, run, yield_now};
use futures::FutureExt;
use stage3_futures::executor::Executor;
use stage3_futures::task::Cancelled;

#[test]
fn a_task_that_ends_before_it_is_awaited_keeps_its_output() {
    let result = run(async |_, spawner| {
        let mut task = spawner.spawn(async { 7 });
        yield_now().await;
        poll(&mut task, Waker::noop())
    });
    assert_eq!(result, Poll::Ready(Ok(7)), "the result must stay until it is asked for");
}

#[test]
fn the_end_of_a_task_wakes_the_task_that_awaits_it() {
    run(async |_, spawner| {
        let mut task = spawner.spawn(yield_now());
        let (count, waker) = Count::new();
        assert!(poll(&mut task, &waker).is_pending());
        let message = "the handle returned `Pending`, and stored its waker nowhere";
        assert_eq!(Arc::strong_count(&count), 3, "{message}");
        yield_now().await;
        yield_now().await;
        let message = "the task has ended, and must wake the task that awaits it";
        assert_eq!(count.get(), 1, "{message}");
    });
}

#[test]
fn a_task_that_awaits_another_one_is_polled_when_that_one_ends() {
    run(async |_, spawner| {
        let polls = Arc::new(AtomicUsize::new(0));
        let inner = spawner.spawn(async {
            for _ in 0..5 {
                yield_now().await;
            }
        });
        spawner.spawn(counted(&polls, inner)).await.unwrap().unwrap();
        assert_eq!(polls.load(SeqCst), 2, "the first poll, and one after the end, are enough");
    });
}

#[test]
fn dropping_its_handle_detaches_a_task() {
    run(async |_, spawner| {
        let ended = Rc::new(Cell::new(false));
        let ends = Rc::clone(&ended);
        drop(spawner.spawn(async move {
            yield_now().await;
            ends.set(true);
        }));
        yield_now().await;
        yield_now().await;
        assert!(ended.get(), "a task without a handle must run on");
    });
}

#[test]
fn a_panic_reaches_only_the_task_that_awaits() {
    run(async |_, spawner| {
        let panics = spawner.spawn(async { panic!("bad luck") });
        let other = spawner.spawn(async {
            yield_now().await;
            7
        });
        let ended = AssertUnwindSafe(panics).catch_unwind().await;
        let panic = ended.expect_err("the panic of a task must go on in the task that awaits it");
        assert_eq!(panic.downcast_ref(), Some(&"bad luck"));
        assert_eq!(other.await, Ok(7));
    });
}

#[test]
fn a_panic_in_a_detached_task_has_no_effect() {
    run(async |_, spawner| {
        drop(spawner.spawn(async { panic!("unheard") }));
        yield_now().await;
        assert_eq!(spawner.spawn(async { 7 }).await, Ok(7));
    });
}

#[test]
fn the_latest_waker_of_a_task_counts() {
    run(async |_, spawner| {
        let mut task = spawner.spawn(yield_now());
        let [(first, first_waker), (last, last_waker)] = [Count::new(), Count::new()];
        assert!(poll(&mut task, &first_waker).is_pending());
        assert!(poll(&mut task, &last_waker).is_pending());
        yield_now().await;
        yield_now().await;
        let message = "the end of the task must call the waker of the latest poll, and no other";
        assert_eq!((first.get(), last.get()), (0, 1), "{message}");
    });
}

#[test]
fn the_waker_that_a_task_wakes_may_poll_its_handle() {
    run(async |_, spawner| {
        let task = Rc::new(RefCell::new(spawner.spawn(async { 7 })));
        let polled = Rc::new(Cell::new(None));
        let (polls, keeps) = (Rc::clone(&task), Rc::clone(&polled));
        let waker = acting_waker(move || keeps.set(Some(poll(&mut *polls.borrow_mut(), Waker::noop()))));
        assert!(poll(&mut *task.borrow_mut(), &waker).is_pending());
        drop(waker);
        yield_now().await;
        let message = "the wake-up must come after the result, and after the end of the borrow";
        assert_eq!(polled.get(), Some(Poll::Ready(Ok(7))), "{message}");
    });
}

#[test]
fn a_waker_that_is_replaced_may_drop_the_executor_of_the_task() {
    let executor = Executor::new().unwrap();
    let mut task = executor.spawner().spawn(pending::<()>());
    assert!(poll(&mut task, &acting_waker(move || drop(executor))).is_pending());
    assert!(poll(&mut task, Waker::noop()).is_pending());
    let polled = poll(&mut task, Waker::noop());
    assert_eq!(polled, Poll::Ready(Err(Cancelled)), "the old waker must be dropped after the borrow");
}

#[test]
#[should_panic(expected = "polled after its end")]
fn a_task_that_is_polled_after_its_end_panics() {
    run(async |_, spawner| {
        let mut task = spawner.spawn(async {});
        yield_now().await;
        assert!(poll(&mut task, Waker::noop()).is_ready());
        let _ = poll(&mut task, Waker::noop());
    });
}

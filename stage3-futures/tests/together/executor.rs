//! The executor: which task it polls, how often, and in which order.

use std::cell::RefCell;
use std::future::pending;
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;

use futures::FutureExt;

use crate::tools::{Left, counted, leaving, run, yield_now};

#[test]
fn tasks_are_polled_in_the_order_in_which_they_were_spawned() {
    run(async |_, spawner| {
        let log = Rc::new(RefCell::new(Vec::new()));
        for number in 0..4 {
            let log = Rc::clone(&log);
            drop(spawner.spawn(async move { log.borrow_mut().push(number) }));
        }
        yield_now().await;
        assert_eq!(*log.borrow(), [0, 1, 2, 3], "the ready queue is first in, first out");
    });
}

#[test]
fn tasks_are_polled_in_the_order_in_which_they_were_woken() {
    run(async |_, spawner| {
        let log = Rc::new(RefCell::new(Vec::new()));
        let left = [(); 3].map(|()| Left::default());
        for (number, left) in left.iter().enumerate() {
            let (log, waits) = (Rc::clone(&log), leaving(left, 2));
            drop(spawner.spawn(async move {
                waits.await;
                log.borrow_mut().push(number);
            }));
        }
        yield_now().await;
        [2, 0, 1].iter().for_each(|number: &usize| left[*number].take().unwrap().wake());
        yield_now().await;
        assert_eq!(*log.borrow(), [2, 0, 1], "the ready queue is first in, first out");
    });
}

#[test]
fn many_wake_ups_before_a_poll_lead_to_one_poll() {
    run(async |_, spawner| {
        let (polls, left) = (Arc::new(AtomicUsize::new(0)), Left::default());
        drop(spawner.spawn(counted(&polls, leaving(&left, 3))));
        yield_now().await;
        (0..5).for_each(|_| left.borrow().as_ref().unwrap().wake_by_ref());
        yield_now().await;
        yield_now().await;
        assert_eq!(polls.load(SeqCst), 2, "the first poll, and one for all wake-ups, are enough");
    });
}

#[test]
fn a_spawner_tells_what_each_task_waits_for() {
    run(async |_, spawner| {
        let left = Left::default();
        drop(spawner.spawn(pending::<()>()));
        drop(spawner.spawn(leaving(&left, 2)));
        yield_now().await;
        let [nothing, something] = ["nothing", "something"]
            .map(|holder| format!("is not in the ready queue, and {holder} holds its waker"));
        assert_eq!(format!("{spawner:?}"), format!("Spawner({{2: {nothing}, 3: {something}}})"));
    });
}

#[test]
fn a_wake_up_after_the_end_of_a_task_is_harmless() {
    run(async |_, spawner| {
        let left = Left::default();
        spawner.spawn(leaving(&left, 1)).await.unwrap();
        let waker = left.take().unwrap();
        waker.wake_by_ref();
        yield_now().await;
        waker.wake();
        assert_eq!(spawner.spawn(async { 7 }).await, Ok(7));
    });
}

#[test]
fn a_task_may_spawn_another_one_and_await_it() {
    let sum = run(async |_, spawner| {
        let spawns = spawner.clone();
        let task = spawner.spawn(async move { 1 + spawns.spawn(async { 6 }).await.unwrap() });
        AssertUnwindSafe(task).catch_unwind().await.ok()
    });
    assert_eq!(sum, Some(Ok(7)), "the poll of a task may spawn another one: the table must not be borrowed");
}

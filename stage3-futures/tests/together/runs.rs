//! `run_until_complete`: what one call leaves for the next, and what ends its sleep.

use std::cell::Cell;
use std::future::pending;
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::thread;

use crate::tools::{Left, leaving, poll, run, watched, yield_now};
use stage3_futures::executor::Executor;
use stage3_futures::task::Cancelled;

#[test]
fn the_main_future_may_borrow() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let text = String::from("borrowed");
        assert_eq!(executor.run_until_complete(async { text.as_str() }).unwrap(), "borrowed");
    });
}

#[test]
fn unfinished_tasks_go_on_in_the_next_run() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let (begun, ended) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(false)));
        let (begins, ends) = (Rc::clone(&begun), Rc::clone(&ended));
        let task = executor.spawner().spawn(async move {
            begins.set(true);
            yield_now().await;
            yield_now().await;
            ends.set(true);
        });
        executor.run_until_complete(yield_now()).unwrap();
        assert_eq!((begun.get(), ended.get()), (true, false));
        executor.run_until_complete(task).unwrap().unwrap();
        assert!(ended.get());
    });
}

#[test]
fn a_waker_of_an_earlier_run_is_harmless_in_a_later_one() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let left = Left::default();
        executor.run_until_complete(leaving(&left, 1)).unwrap();
        left.take().unwrap().wake();
        executor.run_until_complete(yield_now()).unwrap();
    });
}

#[test]
fn dropping_an_executor_drops_its_unfinished_tasks() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let kept = Rc::new(());
        let (held, spawner) = (Rc::clone(&kept), executor.spawner().clone());
        let mut task = executor.spawner().spawn(async move {
            // A task may own a spawner, which holds the tasks.
            let _held = (held, spawner);
            pending::<()>().await;
        });
        executor.run_until_complete(yield_now()).unwrap();
        assert_eq!(Rc::strong_count(&kept), 2);
        drop(executor);
        assert_eq!(Rc::strong_count(&kept), 1);
        assert_eq!(poll(&mut task, Waker::noop()), Poll::Ready(Err(Cancelled)));
    });
}

#[test]
fn a_wake_up_from_another_thread_ends_the_sleep_whenever_it_comes() {
    run(async |_, spawner| {
        for round in 0..2000_u64 {
            let (wakes, woken) = futures::channel::oneshot::channel();
            let task = spawner.spawn(woken);
            let thread = thread::spawn(move || {
                (0..round % 50 * 20).for_each(|_| std::hint::spin_loop());
                wakes.send(round)
            });
            assert_eq!(task.await.unwrap(), Ok(round));
            thread.join().unwrap().unwrap();
        }
    });
}

#[test]
#[should_panic(expected = "entered by one of its own tasks")]
fn an_executor_cannot_be_run_by_its_own_task() {
    watched(|| {
        let executor = Executor::new().unwrap();
        executor.run_until_complete(async { executor.run_until_complete(async {}) })
    })
    .unwrap()
    .unwrap();
}

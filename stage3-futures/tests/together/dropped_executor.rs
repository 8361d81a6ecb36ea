//! An executor that is dropped: what happens to its tasks, and to those that are spawned from then on.

use std::cell::Cell;
use std::future::pending;
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::thread;

use crate::tools::{Left, leaving, poll, run, watched, yield_now};
use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::task::Cancelled;

/// A value that spawns a task when it is dropped. The task owns another such value, until `left` is 0.
struct Spawning {
    spawner: Spawner,
    left: u32,
    held: Rc<()>,
}

impl Drop for Spawning {
    fn drop(&mut self) {
        if self.left > 0 {
            let (spawner, held) = (self.spawner.clone(), Rc::clone(&self.held));
            let next = Spawning { spawner, left: self.left - 1, held };
            drop(self.spawner.spawn(async move {
                let _next = next;
                pending::<()>().await;
            }));
        }
    }
}

#[test]
fn tasks_that_the_drops_of_tasks_spawn_are_dropped_too() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let kept = Rc::new(());
        let spawner = executor.spawner().clone();
        let spawning = Spawning { spawner, left: 3, held: Rc::clone(&kept) };
        drop(executor.spawner().spawn(async move {
            let _spawning = spawning;
            pending::<()>().await;
        }));
        executor.run_until_complete(yield_now()).unwrap();
        drop(executor);
        assert_eq!(Rc::strong_count(&kept), 1);
    });
}

#[test]
fn a_task_that_is_spawned_later_is_cancelled() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let spawner = executor.spawner().clone();
        drop(executor);
        let kept = Rc::new(());
        let held = Rc::clone(&kept);
        let mut task = spawner.spawn(async move { drop(held) });
        assert_eq!(Rc::strong_count(&kept), 1);
        assert_eq!(poll(&mut task, Waker::noop()), Poll::Ready(Err(Cancelled)));
    });
}

#[test]
fn a_task_of_another_executor_that_awaits_a_dropped_task_is_woken() {
    run(async |_, spawner| {
        let other = Executor::new().unwrap();
        let waits = spawner.spawn(other.spawner().spawn(pending::<()>()));
        yield_now().await;
        drop(other);
        assert_eq!(waits.await, Ok(Err(Cancelled)));
    });
}

#[test]
fn a_dropped_task_may_cancel_the_others() {
    struct Cancelling(Rc<Cell<Option<stage3_futures::task::Task<()>>>>);
    impl Drop for Cancelling {
        fn drop(&mut self) {
            self.0.take().unwrap().cancel();
        }
    }
    watched(|| {
        let executor = Executor::new().unwrap();
        let tasks = [(); 2].map(|()| Rc::new(Cell::new(None)));
        for (own, other) in [(0, 1), (1, 0)] {
            let cancelling = Cancelling(Rc::clone(&tasks[other]));
            let task = executor.spawner().spawn(async move {
                let _cancelling = cancelling;
                pending::<()>().await;
            });
            tasks[own].set(Some(task));
        }
        drop(executor);
        assert!(tasks.iter().all(|task| task.take().is_none()));
    });
}

#[test]
fn a_wake_up_of_a_dropped_task_is_harmless_in_any_thread() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let left = Left::default();
        drop(executor.spawner().spawn(leaving(&left, 2)));
        executor.run_until_complete(yield_now()).unwrap();
        drop(executor);
        let waker = left.take().unwrap();
        waker.wake_by_ref();
        thread::spawn(move || waker.wake()).join().unwrap();
    });
}

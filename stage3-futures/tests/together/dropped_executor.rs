//! An executor that is dropped: what happens to its tasks, and to those that are spawned from then on.

use std::future::pending;
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::thread;

use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::task::{Cancelled, Task};
use test_tools::future::{Left, leaving, poll, yield_now};
use test_tools::watchdog::watched;

/// A value that, when it is dropped, cancels the task that the last such value spawned, and spawns another one. That
/// task owns the next value, until `left` is 0.
struct Spawning {
    spawner: Spawner,
    left: u32,
    held: Rc<()>,
    last: Option<Task<()>>,
}

impl Drop for Spawning {
    fn drop(&mut self) {
        self.last.iter().for_each(Task::cancel);
        if self.left > 0 {
            let (spawner, held) = (self.spawner.clone(), Rc::clone(&self.held));
            let last = Some(spawner.spawn(pending()));
            let next = Spawning { spawner, left: self.left - 1, held, last };
            drop(self.spawner.spawn(async move {
                let _next = next;
                pending::<()>().await;
            }));
        }
    }
}

/// A task may own a spawner, which holds the tasks.
#[test]
fn tasks_that_the_drops_of_tasks_spawn_are_dropped_too() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let (kept, spawner) = (Rc::new(()), executor.spawner().clone());
        let spawning = Spawning { spawner, left: 3, held: Rc::clone(&kept), last: None };
        let mut task = executor.spawner().spawn(async move {
            let _spawning = spawning;
            pending::<()>().await;
        });
        executor.run_until_complete(yield_now()).unwrap();
        drop(executor);
        assert_eq!(Rc::strong_count(&kept), 1);
        assert_eq!(poll(&mut task, Waker::noop()), Poll::Ready(Err(Cancelled)));
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

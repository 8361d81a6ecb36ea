//! An executor that is dropped: what happens to its tasks, and to those that are spawned from then on.

use std::rc::Rc;
use std::task::{Poll, Waker};

use stage3_futures::executor::Executor;
use stage3_futures::task::Cancelled;
use test_tools::future::poll;
use test_tools::watchdog::watched;

use super::cancel::{Busy, waiting, waiting_for_ever};

/// A task may own a spawner, which holds the tasks.
#[test]
fn all_tasks_are_cancelled_and_those_that_are_spawned_later() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let (kept, spawner) = (Rc::new(()), executor.spawner().clone());
        let task = executor.run_until_complete(waiting(&spawner, ())).unwrap();
        let busy = Busy { spawner: spawner.clone(), task, held: Rc::clone(&kept) };
        let task = executor.run_until_complete(waiting(&spawner, busy)).unwrap();
        drop(executor);
        let later = spawner.spawn(waiting_for_ever(Rc::clone(&kept)));
        assert_eq!(Rc::strong_count(&kept), 1, "a task was not dropped");
        for mut task in [task, later] {
            assert_eq!(poll(&mut task, Waker::noop()), Poll::Ready(Err(Cancelled)));
        }
    });
}

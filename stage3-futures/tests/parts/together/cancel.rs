//! Cancelling a task drops its future, however far it has come, and so does dropping the executor.

use std::cell::Cell;
use std::future::pending;
use std::rc::Rc;
use std::task::{Poll, Waker};

use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::task::{Cancelled, Task};
use test_tools::future::{poll, yield_now};
use test_tools::watchdog::watched;

use crate::tools::run;

/// Waits for ever, and owns `held`.
async fn waiting_for_ever<T>(held: T) {
    pending::<()>().await;
    drop(held);
}

/// Spawns a task that waits for ever and owns `held`. It has been polled once.
async fn waiting<T: 'static>(spawner: &Spawner, held: T) -> Task<()> {
    let task = spawner.spawn(waiting_for_ever(held));
    yield_now().await;
    task
}

#[test]
fn a_task_that_cancels_itself_and_returns_keeps_its_output() {
    run(async |_, spawner| {
        let place = Rc::new(Cell::new(None::<Task<u32>>));
        let own = Rc::clone(&place);
        place.set(Some(spawner.spawn(async move {
            let task = own.take().unwrap();
            task.cancel();
            own.set(Some(task));
            7
        })));
        yield_now().await;
        assert_eq!(place.take().unwrap().await, Ok(7));
    });
}

/// A value that cancels a task when it is dropped, and spawns another one, which owns `held`.
struct Busy {
    spawner: Spawner,
    task: Task<()>,
    held: Rc<()>,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.task.cancel();
        drop(self.spawner.spawn(waiting_for_ever(Rc::clone(&self.held))));
    }
}

#[test]
fn a_cancelled_task_drops_its_future_at_once_and_its_value_may_spawn_and_cancel() {
    run(async |_, spawner| {
        let kept = Rc::new(());
        let task = waiting(&spawner, Rc::clone(&kept)).await;
        let task = waiting(&spawner, Busy { spawner: spawner.clone(), task, held: Rc::default() }).await;
        assert_eq!(Rc::strong_count(&kept), 2);
        task.cancel();
        assert_eq!(Rc::strong_count(&kept), 1);
        assert_eq!(task.await, Err(Cancelled));
    });
}

/// A task may own a spawner, which holds the tasks.
#[test]
fn a_dropped_executor_cancels_all_tasks_and_those_that_are_spawned_later() {
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

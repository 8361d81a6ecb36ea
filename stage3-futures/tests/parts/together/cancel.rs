//! Cancelling a task drops its future, however far it has come.

use std::cell::Cell;
use std::future::pending;
use std::rc::Rc;

use stage3_futures::executor::Spawner;
use stage3_futures::task::{Cancelled, Task};
use test_tools::future::yield_now;

use crate::tools::run;

/// Waits for ever, and owns `held`.
pub async fn waiting_for_ever<T>(held: T) {
    pending::<()>().await;
    drop(held);
}

/// Spawns a task that waits for ever and owns `held`. It has been polled once.
pub async fn waiting<T: 'static>(spawner: &Spawner, held: T) -> Task<()> {
    let task = spawner.spawn(waiting_for_ever(held));
    yield_now().await;
    task
}

#[test]
fn a_cancelled_task_drops_its_future_at_once_and_is_ready_with_an_error() {
    run(async |_, spawner| {
        let kept = Rc::new(());
        let task = waiting(&spawner, Rc::clone(&kept)).await;
        assert_eq!(Rc::strong_count(&kept), 2);
        task.cancel();
        assert_eq!(Rc::strong_count(&kept), 1);
        assert_eq!(task.await, Err(Cancelled));
    });
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
pub struct Busy {
    pub spawner: Spawner,
    pub task: Task<()>,
    pub held: Rc<()>,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.task.cancel();
        drop(self.spawner.spawn(waiting_for_ever(Rc::clone(&self.held))));
    }
}

#[test]
fn a_value_of_a_cancelled_task_may_spawn_and_cancel_when_it_is_dropped() {
    run(async |_, spawner| {
        let kept = Rc::new(());
        let task = waiting(&spawner, Rc::clone(&kept)).await;
        let busy = Busy { spawner: spawner.clone(), task, held: Rc::default() };
        waiting(&spawner, busy).await.cancel();
        assert_eq!(Rc::strong_count(&kept), 1);
    });
}

//! Cancelling a task drops its future, however far it has come.

use std::cell::{Cell, RefCell};
use std::future::{Future, pending, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;

use crate::tools::{counted, run, watched, yield_now};
use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::task::{Cancelled, Task};

/// Spawns a task that never ends and owns a clone of `kept`. It has been polled once.
async fn waiting(spawner: &Spawner, kept: &Rc<()>) -> Task<()> {
    let held = Rc::clone(kept);
    let task = spawner.spawn(async move {
        pending::<()>().await;
        drop(held);
    });
    yield_now().await;
    assert_eq!(Rc::strong_count(kept), 2);
    task
}

#[test]
fn a_cancelled_task_drops_its_future_at_once_and_is_ready_with_an_error() {
    run(async |_, spawner| {
        let kept = Rc::new(());
        let task = waiting(&spawner, &kept).await;
        task.cancel();
        assert_eq!(Rc::strong_count(&kept), 1);
        assert_eq!(task.await, Err(Cancelled));
    });
}

#[test]
fn joining_a_task_returns_its_output_or_one_error() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let [ends, cancelled] = [(); 2].map(|()| {
            executor.spawner().spawn(async {
                yield_now().await;
                7
            })
        });
        cancelled.cancel();
        assert_eq!(executor.join(ends).unwrap(), 7);
        let error = executor.join(cancelled).expect_err("it was cancelled");
        assert_eq!(error.to_string(), Cancelled.to_string());
    });
}

#[test]
fn a_task_that_is_cancelled_before_its_first_poll_is_never_polled() {
    run(async |_, spawner| {
        let polls = Arc::new(AtomicUsize::new(0));
        let task = spawner.spawn(counted(&polls, pending::<()>()));
        task.cancel();
        yield_now().await;
        assert_eq!((task.await, polls.load(SeqCst)), (Err(Cancelled), 0));
    });
}

#[test]
fn cancelling_a_task_wakes_the_task_that_awaits_it() {
    run(async |_, spawner| {
        let task = Rc::new(RefCell::new(waiting(&spawner, &Rc::new(())).await));
        let cancels = Rc::clone(&task);
        drop(spawner.spawn(async move { cancels.borrow().cancel() }));
        let ended = poll_fn(|cx| Pin::new(&mut *task.borrow_mut()).poll(cx)).await;
        assert_eq!(ended, Err(Cancelled));
    });
}

/// Spawns a task that cancels itself in its first poll, and then returns or waits.
fn cancelling_itself(spawner: &Spawner, kept: Rc<()>, then_waits: bool) -> Rc<Cell<Option<Task<Rc<()>>>>> {
    let place = Rc::new(Cell::new(None::<Task<Rc<()>>>));
    let own = Rc::clone(&place);
    let task = spawner.spawn(async move {
        let task = own.take().unwrap();
        task.cancel();
        own.set(Some(task));
        if then_waits {
            pending::<()>().await;
        }
        kept
    });
    place.set(Some(task));
    place
}

#[test]
fn a_task_that_cancels_itself_and_returns_keeps_its_output() {
    run(async |_, spawner| {
        let kept = Rc::new(());
        let place = cancelling_itself(&spawner, Rc::clone(&kept), false);
        yield_now().await;
        assert_eq!(place.take().unwrap().await, Ok(kept));
    });
}

#[test]
fn cancelling_a_finished_task_changes_nothing() {
    run(async |_, spawner| {
        let task = spawner.spawn(async { 7 });
        yield_now().await;
        task.cancel();
        assert_eq!(task.await, Ok(7));
    });
}

#[test]
fn dropping_a_cancel_on_drop_handle_cancels_its_task() {
    run(async |_, spawner| {
        let kept = Rc::new(());
        drop(waiting(&spawner, &kept).await.cancel_on_drop());
        assert_eq!(Rc::strong_count(&kept), 1);
    });
}

/// A value that spawns a task and cancels another one when it is dropped.
struct Busy(Spawner, Option<Task<()>>);

impl Drop for Busy {
    fn drop(&mut self) {
        drop(self.0.spawn(async {}));
        self.1.take().unwrap().cancel();
    }
}

#[test]
fn a_value_of_a_cancelled_task_may_spawn_and_cancel_when_it_is_dropped() {
    run(async |_, spawner| {
        let kept = Rc::new(());
        let busy = Busy(spawner.clone(), Some(waiting(&spawner, &kept).await));
        let task = spawner.spawn(async move {
            pending::<()>().await;
            drop(busy);
        });
        yield_now().await;
        task.cancel();
        assert_eq!(Rc::strong_count(&kept), 1);
    });
}

#[test]
fn a_value_of_a_task_that_cancels_itself_may_spawn_and_cancel_when_it_is_dropped() {
    run(async |_, spawner| {
        let kept = Rc::new(());
        let busy = Busy(spawner.clone(), Some(waiting(&spawner, &kept).await));
        let place = Rc::new(Cell::new(None::<Task<()>>));
        let own = Rc::clone(&place);
        place.set(Some(spawner.spawn(async move {
            let _busy = busy;
            own.take().unwrap().cancel();
            pending::<()>().await;
        })));
        yield_now().await;
        assert_eq!(Rc::strong_count(&kept), 1, "the future was dropped while the table was borrowed");
    });
}

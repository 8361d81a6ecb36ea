//! A panic in a drop: it is the failure of one task, and reaches no other.

use std::cell::Cell;
use std::future::{pending, poll_fn};
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::task::Poll;

use crate::tools::{run, watched, yield_now};
use futures::FutureExt;
use stage3_futures::executor::Executor;
use stage3_futures::task::Task;

/// A value that panics when it is dropped. While another panic unwinds, that would abort all tests.
#[derive(Debug)]
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "bomb");
    }
}

/// Returns a future that is ready in its first poll, and panics when it is dropped.
fn ready() -> impl Future<Output = u32> {
    let bomb = Bomb;
    poll_fn(move |_| {
        let _bomb = &bomb;
        Poll::Ready(7)
    })
}

/// Returns a future that is never ready, and panics when it is dropped.
async fn waiting() {
    let _bomb = Bomb;
    pending().await
}

async fn assert_has_failed<T>(task: Task<T>) {
    let ended = AssertUnwindSafe(task).catch_unwind().await;
    assert_eq!(ended.err().unwrap().downcast_ref(), Some(&"bomb"));
}

#[test]
fn a_panic_in_the_drop_of_a_finished_future_is_the_failure_of_its_task() {
    run(async |_, spawner| {
        assert_has_failed(spawner.spawn(ready())).await;
        assert_eq!(spawner.spawn(async { 7 }).await, Ok(7));
    });
}

#[test]
fn a_panic_in_the_drop_of_a_cancelled_future_is_the_failure_of_its_task() {
    run(async |_, spawner| {
        let task = spawner.spawn(waiting());
        yield_now().await;
        task.cancel();
        assert_has_failed(task).await;
    });
}

#[test]
fn a_panic_in_the_drop_of_a_future_that_cancels_itself_is_the_failure_of_its_task() {
    run(async |_, spawner| {
        let place = Rc::new(Cell::new(None::<Task<()>>));
        let own = Rc::clone(&place);
        place.set(Some(spawner.spawn(async move {
            let task = own.take().unwrap();
            task.cancel();
            own.set(Some(task));
            waiting().await;
        })));
        yield_now().await;
        assert_has_failed(place.take().unwrap()).await;
    });
}

#[test]
fn a_dropped_executor_drops_all_tasks_although_the_drops_panic() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let tasks = [(); 3].map(|()| executor.spawner().spawn(waiting()));
        executor.run_until_complete(yield_now()).unwrap();
        drop(executor);
        tasks.into_iter().for_each(|task| assert_has_failed(task).now_or_never().unwrap());
    });
}

#[test]
fn a_panic_in_the_drop_of_a_detached_output_has_no_effect() {
    run(async |_, spawner| {
        drop(spawner.spawn(async { Bomb }));
        yield_now().await;
        assert_eq!(spawner.spawn(async { 7 }).await, Ok(7));
    });
}

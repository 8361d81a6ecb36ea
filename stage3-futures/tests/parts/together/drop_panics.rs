//! A panic in a task or in a drop: it is the failure of one task, and reaches no other.

use std::future::poll_fn;
use std::panic::AssertUnwindSafe;
use std::task::Poll;

use futures::FutureExt;
use stage3_futures::task::Task;

use super::cancel::waiting;

use crate::tools::run;

/// A value that panics when it is dropped. While another panic unwinds, that would abort all tests.
#[derive(Debug)]
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "bomb");
    }
}

async fn assert_has_failed<T>(task: Task<T>) {
    let ended = AssertUnwindSafe(task).catch_unwind().await;
    assert_eq!(ended.err().unwrap().downcast_ref(), Some(&"bomb"));
}

#[test]
fn a_panic_in_a_drop_is_the_failure_of_its_task_and_of_no_other() {
    run(async |_, spawner| {
        drop(spawner.spawn(async { Bomb }));
        let bomb = Bomb;
        let ends = spawner.spawn(poll_fn(move |_| {
            let _bomb = &bomb;
            Poll::Ready(7)
        }));
        let cancelled = waiting(&spawner, Bomb).await;
        cancelled.cancel();
        assert_has_failed(ends).await;
        assert_has_failed(cancelled).await;
    });
}

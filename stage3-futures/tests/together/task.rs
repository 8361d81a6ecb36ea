//! Tasks: how they end, and what the task that awaits them gets.

use std::cell::Cell;
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;

use crate::tools::{counted, run, yield_now};
use futures::FutureExt;

#[test]
fn a_task_that_awaits_another_one_is_polled_when_that_one_ends() {
    run(async |_, spawner| {
        let polls = Arc::new(AtomicUsize::new(0));
        let inner = spawner.spawn(async {
            for _ in 0..5 {
                yield_now().await;
            }
        });
        spawner.spawn(counted(&polls, inner)).await.unwrap().unwrap();
        assert_eq!(polls.load(SeqCst), 2, "the first poll, and one after the end, are enough");
    });
}

#[test]
fn dropping_its_handle_detaches_a_task() {
    run(async |_, spawner| {
        let ended = Rc::new(Cell::new(false));
        let ends = Rc::clone(&ended);
        drop(spawner.spawn(async move {
            yield_now().await;
            ends.set(true);
        }));
        yield_now().await;
        yield_now().await;
        assert!(ended.get(), "a task without a handle must run on");
    });
}

#[test]
fn a_panic_reaches_only_the_task_that_awaits() {
    run(async |_, spawner| {
        let panics = spawner.spawn(async { panic!("bad luck") });
        let other = spawner.spawn(async {
            yield_now().await;
            7
        });
        let ended = AssertUnwindSafe(panics).catch_unwind().await;
        let panic = ended.expect_err("the panic of a task must go on in the task that awaits it");
        assert_eq!(panic.downcast_ref(), Some(&"bad luck"));
        assert_eq!(other.await, Ok(7));
    });
}

#[test]
fn a_panic_in_a_detached_task_has_no_effect() {
    run(async |_, spawner| {
        drop(spawner.spawn(async { panic!("unheard") }));
        yield_now().await;
        assert_eq!(spawner.spawn(async { 7 }).await, Ok(7));
    });
}

//! [`Task`] and [`TaskFuture`]: what the end of a task does to its handle. Here, both are polled by hand.

use std::cell::{Cell, RefCell};
use std::future::{pending, poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::thread;

use test_tools::future::poll;
use test_tools::probe::OnDrop;
use test_tools::waker::{Count, acting_waker, has_acted};

use crate::task::{Cancelled, Completion, Task, TaskFuture};
use crate::task_table::TaskTable;
use crate::wake::{Notifier, ReadyQueue};

/// Returns the handle of a task, and the future that an executor would poll.
fn task<F: Future>(future: F) -> (Task<F::Output>, Pin<Box<TaskFuture<F>>>) {
    let ready = Arc::new(ReadyQueue::new(Arc::new(Notifier::new(|| {}))));
    let completion = Rc::<RefCell<Completion<_>>>::default();
    let future = TaskFuture { future: Some(Box::pin(future)), completion: Rc::downgrade(&completion) };
    (Task { id: 1, tasks: Rc::new(TaskTable::new(ready)), completion }, Box::pin(future))
}

const WAITS: &str = "the task has not ended, and its handle is ready";

/// Polls a handle, and catches its panic.
fn polled<T>(handle: &mut Task<T>) -> thread::Result<Poll<Result<T, Cancelled>>> {
    catch_unwind(AssertUnwindSafe(|| poll(handle, Waker::noop())))
}

fn run_to_its_end<F: Future>(task: &mut Pin<Box<TaskFuture<F>>>) {
    assert!(poll(task, Waker::noop()).is_ready());
}

#[test]
fn a_task_that_ends_before_it_is_awaited_keeps_its_output() {
    let (mut handle, mut task) = task(ready(7));
    run_to_its_end(&mut task);
    let why = "the task has ended before the first poll of its handle, which does not return the output: store it, whether \
        or not a waker is stored, and keep it until it is asked for";
    assert!(polled(&mut handle).is_ok_and(|polled| polled == Poll::Ready(Ok(7))), "{why}");
}

#[test]
fn the_end_of_a_task_wakes_the_task_that_awaits_it() {
    let (mut handle, mut task) = task(ready(()));
    let (count, waker) = Count::new();
    assert!(poll(&mut handle, &waker).is_pending(), "{WAITS}");
    assert_eq!(count.get(), 0, "the handle woke the task that awaits it, although nothing has happened");
    assert_eq!(Arc::strong_count(&count), 3, "the handle returned `Pending`, and stored its waker nowhere");
    run_to_its_end(&mut task);
    assert_eq!(count.get(), 1, "the task has ended, and must wake the task that awaits it");
}

#[test]
fn a_task_that_is_dropped_is_cancelled() {
    let (mut handle, task) = task(pending::<()>());
    let (count, waker) = Count::new();
    assert!(poll(&mut handle, &waker).is_pending(), "{WAITS}");
    drop(task);
    let why = "another task awaits the one that was cancelled, and was not woken: the two may share the handle, and \
        `Cancelled` is a result, too";
    assert_eq!(count.get(), 1, "{why}");
    let is_cancelled = polled(&mut handle).is_ok_and(|polled| polled == Poll::Ready(Err(Cancelled)));
    assert!(is_cancelled, "the task was dropped before its end: its handle must be ready with `Cancelled`");
}

#[test]
fn the_latest_waker_of_a_handle_counts() {
    let (mut handle, mut task) = task(ready(()));
    let [(first, first_waker), (last, last_waker)] = [Count::new(), Count::new()];
    assert!(poll(&mut handle, &first_waker).is_pending(), "{WAITS}");
    assert!(poll(&mut handle, &last_waker).is_pending(), "{WAITS}");
    let message = "the second poll has called the waker that it replaced. Mostly, both are of the same task, which \
        would be polled without end. Drop the old waker";
    assert_eq!(first.get(), 0, "{message}");
    run_to_its_end(&mut task);
    let message = "the end of the task must call the waker of the latest poll, and no other";
    assert_eq!((first.get(), last.get()), (0, 1), "{message}");
}

#[test]
fn the_waker_that_a_task_wakes_may_poll_its_handle() {
    let (handle, mut task) = task(ready(7));
    let (handle, polled) = (Rc::new(RefCell::new(handle)), Rc::new(Cell::new(None)));
    let (polls, keeps) = (Rc::clone(&handle), Rc::clone(&polled));
    let waker = acting_waker(move || keeps.set(Some(poll(&mut *polls.borrow_mut(), Waker::noop()))));
    assert!(poll(&mut *handle.borrow_mut(), &waker).is_pending(), "{WAITS}");
    drop(waker);
    run_to_its_end(&mut task);
    let message = match polled.get() {
        Some(Poll::Pending) => "the awaiter was woken before the result was there: store first, then wake",
        _ => {
            "the awaiter could not poll the handle when it was woken: has the borrow ended before the wake-up?"
        }
    };
    assert!(polled.get() == Some(Poll::Ready(Ok(7))), "{message}");
}

#[test]
fn a_waker_that_is_replaced_may_cancel_the_task() {
    let (mut handle, task) = task(pending::<()>());
    let acting = acting_waker(move || drop(task));
    assert!(poll(&mut handle, &acting).is_pending(), "{WAITS}");
    drop(acting);
    let stored = poll(&mut handle, Waker::noop());
    assert!(stored.is_pending(), "{WAITS}");
    assert!(has_acted(), "the completion still holds the waker of the first poll: the latest one counts");
    let is_cancelled = polled(&mut handle).is_ok_and(|polled| polled == Poll::Ready(Err(Cancelled)));
    let why = "the drop of the old waker has cancelled the task, and the handle does not return `Cancelled`: drop \
        that waker after the borrow of the completion";
    assert!(is_cancelled, "{why}");
}

#[test]
fn a_panic_goes_on_in_the_task_that_awaits() {
    let (mut handle, mut task) = task(async { panic!("bad luck") });
    run_to_its_end(&mut task);
    let why = "the task has panicked, and the poll of its handle has not: the panic must go on in the task that awaits";
    let Err(panic) = polled(&mut handle) else { panic!("{why}") };
    let why = "the poll of the handle panicked with another value than the task: `resume_unwind` lets a panic go on";
    assert!(panic.downcast_ref() == Some(&"bad luck"), "{why}");
}

#[test]
fn a_handle_that_is_polled_after_its_end_panics() {
    let (mut handle, mut task) = task(ready(()));
    run_to_its_end(&mut task);
    let first = poll(&mut handle, Waker::noop());
    assert!(first.is_ready(), "the task has ended, and its handle is pending");
    let why =
        "the result was taken, and another poll did not panic: a task that awaits it would sleep for ever";
    assert!(polled(&mut handle).is_err(), "{why}");
}

#[test]
fn the_output_of_a_detached_task_is_dropped_without_a_panic() {
    let by_panic = Rc::<Cell<_>>::default();
    let notes = Rc::clone(&by_panic);
    let output = OnDrop(move || notes.set(Some(thread::panicking())));
    let (handle, mut task) = task(async { output });
    drop(handle);
    run_to_its_end(&mut task);
    let why = "the task was detached: without a handle, its end is no mistake, but `fill_in` panicked";
    assert!(by_panic.get() == Some(false), "{why}");
}

/// A value that panics when it is dropped. While another panic unwinds, that would abort all tests.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(thread::panicking(), "bomb");
    }
}

#[test]
fn a_panic_in_a_drop_is_the_failure_of_its_task() {
    let (handle, mut detached) = task(async { Bomb });
    drop(handle);
    run_to_its_end(&mut detached);
    let bomb = Bomb;
    let (mut handle, mut ends) = task(poll_fn(move |_| {
        let _bomb = &bomb;
        Poll::Ready(7)
    }));
    run_to_its_end(&mut ends);
    assert!(polled(&mut handle).is_err(), "the drop of the future has panicked, and its task has not failed");
    let bomb = Bomb;
    let (mut handle, cancelled) = task(async move {
        pending::<()>().await;
        drop(bomb);
    });
    drop(cancelled);
    assert!(polled(&mut handle).is_err(), "the drop of the future has panicked, and its task has not failed");
}

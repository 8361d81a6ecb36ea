//! [`TaskTable`]: what a poll does to the table, and what a task may do to the table during its poll.

use std::cell::Cell;
use std::future::{pending, poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Poll, Waker};

use test_tools::{future::numbered, probe::OnDrop};

use crate::task_table::{TaskState, TaskTable};
use crate::wake::{Notifier, ReadyQueue};

/// More rounds than any test needs.
const ROUNDS: usize = 10;

fn table() -> Rc<TaskTable> {
    Rc::new(TaskTable::new(Arc::new(ReadyQueue::new(Arc::new(Notifier::new(|| {}))))))
}

/// Polls the tasks that are ready, as an executor does.
fn run(table: &TaskTable) {
    for _ in 0..ROUNDS {
        let Some(id) = table.ready().pop() else { return };
        table.poll(id);
    }
}

/// Inserts a task that counts its polls, and does in each what `poll` says, which gets the number and the waker.
fn counted(table: &TaskTable, poll: impl Fn(usize, &Waker) -> Poll<()> + 'static) -> Rc<Cell<usize>> {
    let polls = Rc::<Cell<usize>>::default();
    let counts = Rc::clone(&polls);
    table.insert(Box::pin(numbered(move |number, waker| {
        counts.set(number);
        assert!(number <= ROUNDS, "a task must be polled only when it was woken");
        poll(number, waker)
    })));
    polls
}

/// Inserts a task that wakes itself in its first poll, and waits.
fn waking_itself_once(table: &TaskTable) -> Rc<Cell<usize>> {
    counted(table, |number, waker| {
        if number == 1 {
            waker.wake_by_ref();
        }
        Poll::Pending
    })
}

/// Polls a task that waits. Returns the waker of its first poll, and the count of its polls.
fn waiting(table: &TaskTable) -> (Waker, Rc<Cell<usize>>) {
    let stored = Rc::<Cell<Option<Waker>>>::default();
    let stores = Rc::clone(&stored);
    let polls = counted(table, move |number, waker| {
        if number == 1 {
            stores.set(Some(waker.clone()));
        }
        Poll::Pending
    });
    run(table);
    (stored.take().expect("it was polled"), polls)
}

/// Inserts a task that cancels itself in its poll, which returns `polled`. It owns `held`.
fn cancelling_itself<T: 'static>(table: &Rc<TaskTable>, held: T, polled: Poll<()>) {
    let cancels = Rc::clone(table);
    table.insert(Box::pin(poll_fn(move |_| {
        let _held = &held;
        cancels.remove(1);
        polled
    })));
}

/// Says why the only task, which was woken, is not polled.
fn why_not(table: &TaskTable, otherwise: &'static str) -> &'static str {
    match table.state(1) {
        Some(TaskState::Polled) => "its future is not in the table",
        Some(TaskState::Queued) => "its flag is still set: when did `begin_poll` clear it?",
        Some(TaskState::Waiting) => otherwise,
        None => "its entry is gone",
    }
}

#[test]
fn a_finished_task_leaves_the_table() {
    let table = table();
    table.insert(Box::pin(ready(())));
    table.insert(Box::pin(pending()));
    run(&table);
    let rule = "a finished task is still in the table: its entry must be removed, too";
    assert_eq!(table.state(1), None, "{rule}");
    assert!(table.state(2).is_some(), "a task that waits has left the table");
}

#[test]
fn a_task_that_is_woken_during_its_own_poll_is_polled_once_more() {
    let table = table();
    let polls = waking_itself_once(&table);
    let id = table.ready().pop().expect("a new task is ready");
    table.poll(id);
    let why = "one call of `poll` must poll the task once: it has woken itself, so it is in the ready queue, behind the \
        others";
    assert_eq!(polls.get(), 1, "{why}");
    run(&table);
    let (polls, why) = (polls.get(), why_not(&table, "was its flag cleared before the poll?"));
    assert!(polls > 1, "the task was woken during its own poll, and not polled again: {why}");
    let rule =
        format!("one wake-up led to {polls} polls: its waker has queued it already, so push it no more");
    assert!(polls == 2, "{rule}");
}

#[test]
fn a_task_is_polled_again_after_each_wake_up() {
    let table = table();
    let (waker, polls) = waiting(&table);
    for (number, otherwise) in
        [(1, "its waker has not queued it"), (2, "do all polls of a task have the same waker?")]
    {
        waker.wake_by_ref();
        run(&table);
        let why = why_not(&table, otherwise);
        assert_eq!(polls.get(), 1 + number, "wake-up {number} of a task that waits led to no poll: {why}");
    }
}

#[test]
fn a_wake_up_after_the_end_of_a_task_is_harmless() {
    let table = table();
    let id = table.insert(Box::pin(ready(())));
    run(&table);
    let polled = catch_unwind(AssertUnwindSafe(|| table.poll(id)));
    assert!(polled.is_ok(), "a task was woken after its end: a number without an entry is no mistake");
}

#[test]
fn a_task_may_spawn_another_one_during_its_poll() {
    let table = table();
    let spawns = Rc::clone(&table);
    table.insert(Box::pin(poll_fn(move |_| {
        spawns.insert(Box::pin(ready(())));
        Poll::Ready(())
    })));
    let ran = catch_unwind(AssertUnwindSafe(|| run(&table)));
    assert!(ran.is_ok(), "the poll of a task may spawn another one: the table must not be borrowed");
}

#[test]
fn a_task_that_cancels_itself_and_waits_is_dropped_when_its_poll_returns() {
    let (table, kept) = (table(), Rc::new(()));
    cancelling_itself(&table, Rc::clone(&kept), Poll::Pending);
    run(&table);
    let why = "the task has cancelled itself, and its future is still there: was it put back?";
    assert_eq!(Rc::strong_count(&kept), 1, "{why}");
}

#[test]
fn a_value_of_a_task_that_cancels_itself_may_spawn_when_it_is_dropped() {
    for polled in [Poll::Pending, Poll::Ready(())] {
        let (table, has_spawned) = (table(), Rc::<Cell<bool>>::default());
        let (spawns, notes) = (Rc::clone(&table), Rc::clone(&has_spawned));
        let on_drop = OnDrop(move || {
            spawns.insert(Box::pin(ready(())));
            notes.set(true);
        });
        cancelling_itself(&table, on_drop, polled);
        run(&table);
        let why = match Rc::strong_count(&has_spawned) {
            1 => "the future was dropped while the table was borrowed",
            _ => "the task has cancelled itself, and its future is still there: was it put back?",
        };
        assert!(has_spawned.get(), "{why}");
    }
}

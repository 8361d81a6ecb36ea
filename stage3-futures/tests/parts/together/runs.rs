//! `run_until_complete`: what one call leaves for the next, how often it polls, and when it sleeps.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::task::Poll;
use std::time::Duration;

use stage3_futures::executor::Executor;
use stage3_futures::timer::Sleep;
use test_tools::future::{counted, numbered, yield_now};
use test_tools::watchdog::watched;

use crate::tools::run;

#[test]
fn unfinished_tasks_go_on_in_the_next_run() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let (begun, ended) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(false)));
        let (begins, ends) = (Rc::clone(&begun), Rc::clone(&ended));
        let task = executor.spawner().spawn(async move {
            begins.set(true);
            yield_now().await;
            yield_now().await;
            ends.set(true);
        });
        executor.run_until_complete(yield_now()).unwrap();
        assert!(begun.get(), "the task was ready before the main future, and was not polled");
        let why = "the main future was ready, but tasks were polled before its output was returned";
        assert!(!ended.get(), "{why}: they go on in the next run");
        executor.run_until_complete(task).unwrap().unwrap();
        assert!(ended.get());
    });
}

/// Lets a task wake itself for ever. Returns how often it was polled before a timer woke another task, and before the
/// next one woke the main future. It gives up after 100,000 polls.
fn polls_before_a_timer() -> [usize; 2] {
    run(async |reactor, spawner| {
        let polls = Arc::new(AtomicUsize::new(0));
        let busy = numbered(|number, waker| {
            waker.wake_by_ref();
            if number <= 100_000 { Poll::Pending } else { Poll::Ready(()) }
        });
        drop(spawner.spawn(counted(&polls, busy)));
        let (fired, counts) = (Rc::new(Cell::new(usize::MAX)), Arc::clone(&polls));
        let (fires, sleep) = (Rc::clone(&fired), Sleep::new(&reactor, Duration::ZERO));
        let other = spawner.spawn(async move {
            sleep.await;
            fires.set(counts.load(SeqCst));
        });
        // The timers fire in the first turn.
        Sleep::new(&reactor, Duration::ZERO).await;
        let main = polls.load(SeqCst);
        other.await.unwrap();
        [fired.get(), main]
    })
}

#[test]
fn tasks_that_wake_themselves_for_ever_starve_no_timer() {
    let [task, main] = polls_before_a_timer();
    assert!(task < 10_000, "no timer could fire before {task} polls: give the reactor a turn in between");
    let why = format!(
        "a timer has fired, but {main} polls of a task came before that of the main future, which is in the same queue"
    );
    assert!(main < 10_000, "{why}");
}

#[test]
fn many_tasks_are_polled_between_two_turns_of_the_reactor() {
    let [polls, _] = polls_before_a_timer();
    let why = format!(
        "a turn of the reactor is a system call, and there was one after no more than {polls} polls of a busy task: poll up to \
        `POLLS_PER_TURN` times while a number is in the queue"
    );
    assert!(polls >= 10, "{why}");
}

#[test]
#[should_panic(expected = "entered by one of its own tasks")]
fn an_executor_cannot_be_run_by_its_own_task() {
    watched(|| {
        let executor = Executor::new().unwrap();
        executor.run_until_complete(async { executor.run_until_complete(async {}) })
    })
    .unwrap()
    .unwrap();
}

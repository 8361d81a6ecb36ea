//! The loop of the executor, in every order in which threads can wake its main future.
//!
//! The executor has a reactor that waits for notifications alone.

use std::future::{pending, poll_fn};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::task::Poll;

use shuttle::thread::Builder;

use crate::executor::Executor;
use crate::orders::{assert_that, check, if_endless, note};

/// More polls than a budget allows.
const POLLS: usize = 1000;

/// Makes an executor that must not sleep for ever. If it does, `mistake` is reported.
fn executor(mistake: &'static str) -> Executor {
    let executor = Executor::new().unwrap();
    executor.reactor().mistake.set(mistake);
    if_endless(
        "the executor goes on for ever, and never sleeps: the closure must return true only if a number is in the ready \
        queue",
    );
    executor.reactor().spawner.replace(Some(executor.spawner().clone()));
    executor
}

#[test]
fn the_main_future_has_its_first_poll() {
    check(|| {
        let executor = executor("the executor sleeps, and has never polled its main future");
        executor.reactor().end.never();
        executor.run_until_complete(async {}).unwrap();
    });
}

#[test]
fn the_main_future_is_polled_again_if_it_wakes_itself() {
    check(|| {
        let executor =
            executor("the executor sleeps, and does not poll its main future, which has woken itself");
        executor.reactor().end.never();
        let mut polls = 0;
        let wakes_itself = poll_fn(move |cx| {
            polls += 1;
            cx.waker().wake_by_ref();
            if polls == POLLS { Poll::Ready(()) } else { Poll::Pending }
        });
        executor.run_until_complete(wakes_itself).unwrap();
        assert_that(executor.reactor().turns.get() > 0, || {
            format!(
                "{POLLS} polls of the main future, and no turn of the reactor in between: every poll counts"
            )
        });
    });
}

#[test]
fn an_error_of_a_turn_is_returned() {
    check(|| {
        let executor = executor("the executor sleeps");
        executor.reactor().is_broken.set(true);
        let result = executor.run_until_complete(pending::<()>());
        assert_that(result.is_err(), || "a turn has failed, and its error was not returned");
    });
}

#[test]
fn a_wake_up_from_another_thread_ends_the_sleep_whenever_it_comes() {
    let run = || {
        let executor = executor("the executor sleeps although another thread has woken its main future");
        let end = executor.reactor().end.clone();
        let awake = Arc::new(AtomicBool::new(false));
        let mut is_asked = false;
        let future = poll_fn(move |cx| {
            if !std::mem::replace(&mut is_asked, true) {
                let (wakes, waker, end) = (Arc::clone(&awake), cx.waker().clone(), end.clone());
                let wakes = move || {
                    wakes.store(true, SeqCst);
                    note("begins to wake the main future");
                    waker.wake();
                    note("has woken the main future");
                    end.never();
                };
                Builder::new().name("another thread".to_owned()).spawn(wakes).unwrap();
            }
            if awake.load(SeqCst) { Poll::Ready(()) } else { Poll::Pending }
        });
        executor.run_until_complete(future).unwrap();
    };
    let named = move || Builder::new().name("the executor".to_owned()).spawn(run).unwrap().join().unwrap();
    check(named);
}

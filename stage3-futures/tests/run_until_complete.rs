//! The loop of the executor, in every order in which threads can wake its main future.
//!
//! As in `notifier.rs`, `shuttle` runs each test once for each schedule. `src/executor.rs` is compiled into this
//! test, with a reactor that waits for notifications alone.

#![allow(unused, reason = "this test needs the loop alone")]

#[path = "../src/executor.rs"]
mod executor;
mod schedules;
#[path = "../src/task.rs"]
mod task;
#[path = "../src/task_table.rs"]
mod task_table;
#[path = "../src/wake.rs"]
mod wake;

mod sync {
    pub(crate) use shuttle::sync::{Mutex, atomic::AtomicBool};
}

mod reactor {
    use std::cell::Cell;
    use std::io;
    use std::sync::Arc;

    use crate::schedules::assert_that;
    use crate::schedules::sleep::{End, Sleep, sleep};
    use crate::wake::Notifier;

    /// A reactor without sockets and timers.
    pub struct Reactor {
        notifier: Arc<Notifier>,
        sleep: Sleep,
        pub end: End,
        pub turns: Cell<usize>,
        /// Whether its selector is broken.
        pub is_broken: Cell<bool>,
        /// Why it must not sleep when no notification can come.
        pub mistake: Cell<&'static str>,
    }

    impl Reactor {
        pub fn new() -> io::Result<Reactor> {
            let (end, sleep) = sleep();
            let ends = end.clone();
            let notifier = Arc::new(Notifier::new(move || ends.end()));
            let (turns, is_broken, mistake) = (Cell::new(0), Cell::new(false), Cell::default());
            Ok(Reactor { notifier, sleep, end, turns, is_broken, mistake })
        }

        pub fn notifier(&self) -> &Arc<Notifier> {
            &self.notifier
        }

        pub fn turn(&self, has_work: impl FnOnce() -> bool) -> io::Result<()> {
            self.turns.set(self.turns.get() + 1);
            if self.is_broken.get() {
                let is_first = self.turns.get() == 1;
                assert_that(is_first, || "a turn has failed, and the next one has begun: return the error");
                return Err(io::Error::other("the selector is broken"));
            }
            let why = || self.mistake.get().to_owned();
            self.notifier.wait(has_work, |is_work| self.sleep.unless(is_work, why));
            Ok(())
        }
    }
}

use std::cell::Cell;
use std::future::{pending, poll_fn};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Poll, Waker};

use executor::Executor;
use schedules::{assert_that, check};
use shuttle::thread::Builder;

/// More polls than a budget allows.
const POLLS: usize = 1000;

/// Makes an executor that must not sleep for ever. If it does, `mistake` is reported.
fn executor(mistake: &'static str) -> Executor {
    let executor = Executor::new().unwrap();
    executor.reactor().mistake.set(mistake);
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
fn every_task_that_is_ready_is_polled() {
    check(|| {
        let executor = executor(
            "the executor sleeps, and has not polled all that was ready: its main future, and 1000 tasks",
        );
        executor.reactor().end.never();
        let (polled, main) = (Rc::new(Cell::new(0)), Rc::<Cell<Option<Waker>>>::default());
        let is_over = Rc::new(Cell::new(false));
        for number in 1..=POLLS {
            let (polled, main, over) = (Rc::clone(&polled), Rc::clone(&main), Rc::clone(&is_over));
            drop(executor.spawner().spawn(async move {
                polled.set(polled.get() + 1);
                // The last one wakes the main future.
                over.set(number == POLLS);
                if number == POLLS {
                    main.take().into_iter().for_each(Waker::wake);
                }
            }));
        }
        let waits = poll_fn(|cx| {
            main.set(Some(cx.waker().clone()));
            if is_over.get() { Poll::Ready(()) } else { Poll::Pending }
        });
        executor.run_until_complete(waits).unwrap();
        let lost = POLLS - polled.get();
        assert_that(lost == 0, || {
            format!(
                "of {POLLS} tasks that were ready, {lost} were not polled: has a number been popped for nothing?"
            )
        });
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
                shuttle::thread::spawn(move || {
                    wakes.store(true, SeqCst);
                    waker.wake();
                    end.never();
                });
            }
            if awake.load(SeqCst) { Poll::Ready(()) } else { Poll::Pending }
        });
        executor.run_until_complete(future).unwrap();
    };
    let named = move || Builder::new().name("the executor".to_owned()).spawn(run).unwrap().join().unwrap();
    check(named);
}

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
    use std::cell::{Cell, RefCell};
    use std::io;
    use std::sync::Arc;

    use crate::executor::Spawner;
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
        /// What is wrong if it sleeps when no notification can come.
        pub mistake: Cell<&'static str>,
        pub spawner: RefCell<Option<Spawner>>,
    }

    impl Reactor {
        pub fn new() -> io::Result<Reactor> {
            let (end, sleep) = sleep();
            let ends = end.clone();
            let notifier = Arc::new(Notifier::new(move || ends.end()));
            let (turns, is_broken, mistake) = (Cell::new(0), Cell::new(false), Cell::default());
            Ok(Reactor { notifier, sleep, end, turns, is_broken, mistake, spawner: RefCell::default() })
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
            self.notifier.wait(has_work, |is_work| self.sleep.unless(is_work, || self.why()));
            Ok(())
        }

        /// Says where the main future's number is, although the executor sleeps.
        fn why(&self) -> String {
            // A task knows the ready queue, in which it is itself.
            let task = self.spawner.borrow().as_ref().unwrap().spawn(async {});
            let place = match task.tasks.ready().len() {
                // The number of the task itself.
                1 => "was popped for nothing",
                _ => {
                    "is in the ready queue, where the closure must look, at the time at which `turn` calls it, and return \
                    true if a number is there"
                }
            };
            format!("{}: its number {place}", self.mistake.get())
        }
    }
}

use std::future::{pending, poll_fn};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::task::Poll;

use executor::Executor;
use schedules::{assert_that, check, if_endless, note};
use shuttle::thread::Builder;

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

//! The loop of the executor, with turns of the reactor in which other threads wake its main future.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::io;
use std::rc::Rc;
use std::task::{Poll, Waker};

use test_tools::future::numbered;
use test_tools::watchdog::watched_or;

use crate::executor::Executor;
use crate::orders;

/// More polls than a budget allows.
const POLLS: usize = 1000;

#[track_caller]
fn check(test: fn()) {
    let hangs = "the executor goes on for ever, with no turn, and without polling its main future";
    watched_or(move || orders::check(test), || hangs.to_owned());
}

#[test]
fn the_main_future_has_its_first_poll() {
    check(|| {
        let executor = Executor::new().unwrap();
        let is_polled = Rc::new(Cell::new(false));
        let looks = Rc::clone(&is_polled);
        executor.reactor().set_turn(move |_| match looks.get() {
            false => panic!("the executor sleeps, and has never polled its main future"),
            true => panic!(
                "the main future was ready, and a turn began: return its output at once, without a turn"
            ),
        });
        executor.run_until_complete(async { is_polled.set(true) }).unwrap();
    });
}

#[test]
fn the_main_future_is_polled_again_if_it_wakes_itself() {
    check(|| {
        let executor = Executor::new().unwrap();
        let turns = Rc::new(Cell::new(0));
        let counts = Rc::clone(&turns);
        executor.reactor().set_turn(move |has_work| {
            counts.set(counts.get() + 1);
            let why = "the executor sleeps, and does not poll its main future, which has woken itself: its number was \
                popped for nothing";
            assert!(has_work(), "{why}");
            Ok(())
        });
        let wakes_itself = numbered(|polls, waker| {
            waker.wake_by_ref();
            if polls == POLLS { Poll::Ready(()) } else { Poll::Pending }
        });
        executor.run_until_complete(wakes_itself).unwrap();
        let why = "polls of the main future, and no turn of the reactor in between: those of the main future count, too";
        assert!(turns.get() > 0, "{POLLS} {why}");
    });
}

#[test]
fn the_main_future_is_polled_only_after_a_wake_up() {
    check(|| {
        let executor = Executor::new().unwrap();
        let (polls, stored) = (Rc::new(Cell::new(0)), Rc::<RefCell<Option<Waker>>>::default());
        let (counts, wakes) = (Rc::clone(&polls), Rc::clone(&stored));
        let mut turns = 0;
        executor.reactor().set_turn(move |_| {
            let why = "the main future was polled without a wake-up: as with a task, each of its polls needs its number from the \
                ready queue";
            // Each second turn wakes it.
            assert!(counts.get() <= 1 + turns / 2, "{why}");
            turns += 1;
            if turns % 2 == 0 {
                wakes.take().expect("the main future is polled").wake();
            }
            Ok(())
        });
        let wakes_once = numbered(|number, waker| {
            stored.replace(Some(waker.clone()));
            polls.set(number);
            if number == 3 { Poll::Ready(()) } else { Poll::Pending }
        });
        executor.run_until_complete(wakes_once).unwrap();
    });
}

#[test]
fn an_error_of_a_turn_is_returned() {
    check(|| {
        let executor = Executor::new().unwrap();
        let mut is_first = true;
        executor.reactor().set_turn(move |_| {
            let why = "a turn has failed, and the next one has begun: return the error";
            assert!(std::mem::take(&mut is_first), "{why}");
            Err(io::Error::other("the selector is broken"))
        });
        let result = executor.run_until_complete(pending::<()>());
        assert!(result.is_err(), "a turn has failed, and its error was not returned");
    });
}

/// The first wake-up comes during the sleep, and the second one before the look for work.
#[test]
fn a_wake_up_from_another_thread_ends_the_sleep_whenever_it_comes() {
    check(|| {
        let executor = Executor::new().unwrap();
        let stored = Rc::<RefCell<Option<Waker>>>::default();
        let (wakes, mut turns) = (Rc::clone(&stored), 0);
        executor.reactor().set_turn(move |has_work| {
            turns += 1;
            let wake = || wakes.take().expect("the main future is polled").wake();
            if turns == 1 {
                let why = "the executor goes on for ever, and never sleeps: the closure must return true only if a number \
                    is in the ready queue";
                assert!(!has_work(), "{why}");
                wake();
                return Ok(());
            }
            wake();
            let why = "the executor sleeps although another thread has woken its main future: its number is in the ready \
                queue, where the closure must look, at the time at which `turn` calls it, and return true if a number \
                is there";
            assert!(has_work(), "{why}");
            Ok(())
        });
        let wakes_twice = numbered(|polls, waker| {
            stored.replace(Some(waker.clone()));
            if polls == 3 { Poll::Ready(()) } else { Poll::Pending }
        });
        executor.run_until_complete(wakes_twice).unwrap();
    });
}

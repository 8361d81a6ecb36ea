//! The timers of the event loop.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::tools::{note, setup, turn};

/// Returns an hour from now.
fn in_an_hour() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}

#[test]
fn timers_fire_in_the_order_of_their_times() {
    let (reactor, log) = setup();
    let mut times = [Instant::now(); 3];
    for index in 1..3 {
        while times[index] <= times[index - 1] {
            times[index] = Instant::now();
        }
    }
    // All of them are due in the next turn.
    for (name, at) in [("third", times[2]), ("first", times[0]), ("second", times[1])] {
        reactor.set_timer(at, note(&log, name));
    }
    turn(&reactor);
    let rule = "timers fire in the order of their times, not in that of their setting: the `BTreeMap` has them in this order";
    assert_eq!(*log.borrow(), ["first", "second", "third"], "{rule}");
}

#[test]
fn all_timers_that_are_due_fire_in_one_turn() {
    let (reactor, log) = setup();
    let now = Instant::now();
    for name in ["a", "b", "c", "d", "e"] {
        reactor.set_timer(now, note(&log, name));
    }
    turn(&reactor);
    let fired = log.borrow().concat();
    let count = fired.len();
    assert_eq!(count, 5, "five timers were due, and one turn fired {count}: it must fire each once");
    assert_eq!(fired, "abcde", "timers of the same time fire in the order of their keys");
}

#[test]
fn no_timer_fires_before_its_time() {
    let (reactor, _) = setup();
    let (early, event) = (Rc::new(Cell::new(Duration::ZERO)), reactor.add(|| {}));
    let soon = (1..100).map(|number| number * Duration::from_micros(40));
    for left in soon.chain([Duration::from_secs(3600)]) {
        let (fired, at) = (Rc::clone(&early), Instant::now() + left);
        reactor.set_timer(at, move || fired.set(at.saturating_duration_since(Instant::now())));
        // A turn ends early if there is something else to do.
        reactor.post(event);
        turn(&reactor);
        let why = "a turn may begin early, at an event, so compare the times with `Instant::now()`, and with no later time";
        assert!(early.get().is_zero(), "a timer fired before its time: {why} (by {:?})", early.get());
    }
}

#[test]
fn a_timer_fires_once() {
    let (reactor, log) = setup();
    reactor.set_timer(Instant::now(), note(&log, "fired"));
    for _ in 0..3 {
        reactor.set_timer(Instant::now(), || {});
        turn(&reactor);
    }
    let fired = log.borrow().len();
    assert!(fired > 0, "a timer is due, and does not fire");
    assert_eq!(fired, 1, "a timer fires once: remove it");
}

/// Of three timers that are due, the first one cancels the second.
#[test]
fn a_due_timer_can_be_cancelled_by_an_earlier_one() {
    let (reactor, log) = setup();
    let (now, second) = (Instant::now(), Rc::new(Cell::new(None)));
    let (cancels, victim) = (Rc::clone(&reactor), Rc::clone(&second));
    reactor.set_timer(now, move || cancels.cancel_timer(victim.get().expect("it is set")));
    second.set(Some(reactor.set_timer(now, note(&log, "cancelled"))));
    reactor.set_timer(now, note(&log, "kept"));
    reactor.set_timer(in_an_hour(), note(&log, "early"));
    turn(&reactor);
    let why = match *log.borrow() {
        ref log if log.contains(&"cancelled") => {
            "a timer fired after an earlier one had cancelled it: a due timer must stay in `timers`, where \
                `cancel_timer` finds it, until its callback is called"
        }
        ref log if log.contains(&"early") => {
            "a due timer was cancelled, and another one fired before its time: fire those that are due, not just as many"
        }
        _ => "three timers are due, the first cancels the second, and the third must fire",
    };
    assert_eq!(*log.borrow(), ["kept"], "{why}");
}

#[test]
fn a_timer_that_a_timer_sets_for_now_fires_in_a_later_turn() {
    fires_later(Instant::now, "a timer that a timer sets must wait for the next turn");
}

#[test]
fn a_timer_that_a_timer_sets_for_the_past_fires_in_a_later_turn() {
    let past = Instant::now();
    let why = "a timer that a timer sets must wait for the next turn, even if its time is over already: \
        what is due is decided when the call begins";
    fires_later(move || past, why);
}

/// Asserts that a timer that a timer sets, for the time that `at` returns, fires in the next turn.
#[track_caller]
fn fires_later(at: impl Fn() -> Instant + 'static, why: &str) {
    let (reactor, log) = setup();
    let (sets, noted, now) = (Rc::clone(&reactor), Rc::clone(&log), Instant::now());
    reactor.set_timer(now, move || {
        sets.set_timer(at(), note(&noted, "set by a timer"));
    });
    reactor.set_timer(now, note(&log, "set before"));
    turn(&reactor);
    assert!(!log.borrow().contains(&"set by a timer"), "{why}");
    let before = "a due timer did not fire in this turn, because a timer that was set meanwhile, for an earlier \
        time, comes before it in the map. At the start of the turn, decide which timers are due";
    assert!(log.borrow().contains(&"set before"), "{before}");
    // If that timer is lost, this one ends the turn.
    reactor.set_timer(Instant::now(), || {});
    turn(&reactor);
    let lost = "a timer that a timer set fires once, in the next turn: it must be in `timers`, so leave the map there during \
        the calls, and overwrite nothing";
    assert_eq!(*log.borrow(), ["set before", "set by a timer"], "{lost}");
}

#[test]
fn no_timer_fires_after_the_loop_is_stopped() {
    let (reactor, log) = setup();
    let (stops, now) = (Rc::clone(&reactor), Instant::now());
    reactor.set_timer(now, move || stops.stop());
    reactor.set_timer(now, note(&log, "fired"));
    turn(&reactor);
    assert!(log.borrow().is_empty(), "a timer fired after a callback had stopped the loop");
    // The callback of an event may stop it, too.
    reactor.set_timer(now, note(&log, "fired"));
    turn(&reactor);
    let why = "a timer fired, and the loop had been stopped before `fire_timers`: look at `stopped` before the first \
        callback, too";
    assert!(log.borrow().is_empty(), "{why}");
}

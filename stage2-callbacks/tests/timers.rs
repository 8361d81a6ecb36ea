//! The timers of the event loop.

mod tools;

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tools::{note, setup, turn, turn_until, unless_open};

#[test]
fn timers_fire_in_the_order_of_their_times() {
    let (reactor, log) = setup();
    let now = Instant::now();
    for (name, after) in [("third", 3), ("first", 1), ("second", 2)] {
        reactor.set_timer(now + Duration::from_millis(after), note(&log, name));
    }
    let all = || (log.borrow().len() >= 3).then_some(());
    turn_until(&reactor, "a timer is due and does not fire", all);
    assert_eq!(*log.borrow(), ["first", "second", "third"], "timers fire in the order of their times");
}

#[test]
fn all_timers_that_are_due_fire_in_one_turn() {
    let (reactor, log) = setup();
    let now = Instant::now();
    for name in ["a", "b", "c", "d", "e"] {
        reactor.set_timer(now, note(&log, name));
    }
    turn(&reactor);
    assert_eq!(
        log.borrow().concat(),
        "abcde",
        "not all due timers fired in one turn, in the order of their setting"
    );
}

#[test]
fn no_timer_fires_before_its_time() {
    let (reactor, log) = setup();
    reactor.set_timer(Instant::now() + Duration::from_secs(3600), note(&log, "fired"));
    unless_open(&["s2-dispatch"], || {
        // A turn ends early if there is something else to do.
        reactor.post(reactor.add(|| {}));
        turn(&reactor);
    });
    assert!(log.borrow().is_empty(), "a timer fired before its time");
}

#[test]
fn a_timer_fires_once() {
    let (reactor, log) = setup();
    reactor.set_timer(Instant::now(), note(&log, "fired"));
    for _ in 0..3 {
        reactor.set_timer(Instant::now(), || {});
        turn(&reactor);
    }
    assert_eq!(*log.borrow(), ["fired"], "a timer fires once: remove it");
}

#[test]
fn a_due_timer_can_be_cancelled_by_an_earlier_one() {
    let (reactor, log) = setup();
    let now = Instant::now();
    let second = Rc::new(Cell::new(None));
    let (cancels, victim) = (Rc::clone(&reactor), Rc::clone(&second));
    reactor.set_timer(now, move || cancels.cancel_timer(victim.get().expect("it is set")));
    second.set(Some(reactor.set_timer(now, note(&log, "cancelled"))));
    reactor.set_timer(now, note(&log, "kept"));
    turn(&reactor);
    assert_eq!(*log.borrow(), ["kept"], "a cancelled timer fired, or the one after it did not");
}

#[test]
fn a_timer_that_a_timer_sets_fires_in_a_later_turn() {
    let (reactor, log) = setup();
    let past = Instant::now();
    let (sets, noted) = (Rc::clone(&reactor), Rc::clone(&log));
    reactor.set_timer(past, move || {
        sets.set_timer(past, note(&noted, "set by a timer"));
    });
    reactor.set_timer(Instant::now(), note(&log, "set before"));
    turn(&reactor);
    assert_eq!(*log.borrow(), ["set before"], "a timer that a timer sets must wait for the next turn");
    turn(&reactor);
    let wanted = ["set before", "set by a timer"];
    assert_eq!(*log.borrow(), wanted, "a timer that a timer sets fires in the next turn");
}

#[test]
fn no_timer_fires_after_the_loop_is_stopped() {
    let (reactor, log) = setup();
    let (stops, now) = (Rc::clone(&reactor), Instant::now());
    reactor.set_timer(now, move || stops.stop());
    reactor.set_timer(now, note(&log, "fired"));
    turn(&reactor);
    assert!(log.borrow().is_empty(), "a timer fired after a callback had stopped the loop");
}

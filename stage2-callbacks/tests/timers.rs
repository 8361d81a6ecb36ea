//! The timers of the event loop.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use stage2_callbacks::reactor::Reactor;

type Log = Rc<RefCell<Vec<u32>>>;

fn note(log: &Log, number: u32) -> impl Fn() + 'static {
    let log = Rc::clone(log);
    move || log.borrow_mut().push(number)
}

#[test]
fn timers_fire_in_the_order_of_their_times() {
    let (reactor, log) = (Reactor::new().unwrap(), Log::default());
    let now = Instant::now();
    for number in [3, 1, 2] {
        reactor.set_timer(now + Duration::from_millis(number.into()), note(&log, number));
    }
    while log.borrow().len() < 3 {
        reactor.turn().unwrap();
    }
    assert_eq!(*log.borrow(), [1, 2, 3]);
}

#[test]
fn timers_for_the_same_time_fire_in_the_order_in_which_they_were_set() {
    let (reactor, log) = (Reactor::new().unwrap(), Log::default());
    let now = Instant::now();
    for number in 0..5 {
        reactor.set_timer(now, note(&log, number));
    }
    reactor.turn().unwrap();
    assert_eq!(*log.borrow(), [0, 1, 2, 3, 4]);
}

#[test]
fn no_timer_fires_before_its_time() {
    let reactor = Rc::new(Reactor::new().unwrap());
    let at = Instant::now() + Duration::from_millis(30);
    let fired = Rc::new(Cell::new(None));
    let note = Rc::clone(&fired);
    reactor.set_timer(at, move || note.set(Some(Instant::now())));
    while fired.get().is_none() {
        reactor.turn().unwrap();
    }
    assert!(fired.get() >= Some(at));
}

#[test]
fn a_due_timer_can_be_cancelled_by_an_earlier_one() {
    let (reactor, log) = (Rc::new(Reactor::new().unwrap()), Log::default());
    let now = Instant::now();
    let second = Rc::new(Cell::new(None));
    let (cancels, victim) = (Rc::clone(&reactor), Rc::clone(&second));
    reactor.set_timer(now, move || cancels.cancel_timer(victim.get().expect("it is set")));
    second.set(Some(reactor.set_timer(now, note(&log, 2))));
    reactor.set_timer(now, note(&log, 3));
    reactor.turn().unwrap();
    assert_eq!(*log.borrow(), [3]);
}

#[test]
fn a_timer_that_a_timer_sets_fires_in_a_later_turn() {
    let (reactor, log) = (Rc::new(Reactor::new().unwrap()), Log::default());
    let past = Instant::now();
    let (sets, noted) = (Rc::clone(&reactor), Rc::clone(&log));
    reactor.set_timer(past, move || {
        sets.set_timer(past, note(&noted, 2));
    });
    reactor.set_timer(Instant::now(), note(&log, 1));
    reactor.turn().unwrap();
    assert_eq!(*log.borrow(), [1]);
    reactor.turn().unwrap();
    assert_eq!(*log.borrow(), [1, 2]);
}

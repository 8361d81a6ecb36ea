//! How a turn of the event loop ends, and what the loop leaves behind. A callback owns what it works on, often the
//! reactor itself: so it is dropped when it is no longer needed.

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::tools::{keeping, note, setup};

#[test]
#[should_panic(expected = "a callback must not take a turn")]
fn a_turn_within_a_turn_panics() {
    let (reactor, _) = setup();
    let inner = Rc::clone(&reactor);
    reactor.set_timer(Instant::now(), move || inner.turn().unwrap());
    reactor.turn().unwrap();
}

#[test]
fn run_returns_when_it_is_stopped_and_drops_its_callbacks() {
    let (reactor, log) = setup();
    reactor.add(keeping(note(&log, "dropped")));
    let stop = Rc::clone(&reactor);
    reactor.set_timer(Instant::now(), move || stop.stop());
    reactor.set_timer(Instant::now(), || unreachable!());
    reactor.post(reactor.add(|| unreachable!()));
    reactor.set_timer(Instant::now() + Duration::from_secs(3600), || unreachable!());
    reactor.run().unwrap();
    assert_eq!((log.borrow().len(), Rc::strong_count(&reactor)), (1, 1));
}

#[test]
fn run_drops_what_the_drop_of_a_callback_adds() {
    let (reactor, log) = setup();
    let (sets, noted) = (Rc::clone(&reactor), Rc::clone(&log));
    reactor.add(keeping(move || {
        let (adds, last) = (Rc::clone(&sets), Rc::clone(&noted));
        let on_drop = move || _ = adds.add(keeping(note(&last, "dropped")));
        sets.set_timer(Instant::now(), keeping(on_drop));
    }));
    reactor.stop();
    reactor.run().unwrap();
    assert_eq!((log.borrow().len(), Rc::strong_count(&reactor)), (1, 1));
}

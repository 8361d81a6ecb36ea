//! What a turn of the event loop does, and in which order.

mod tools;

use std::rc::Rc;
use std::thread;
use std::time::Instant;

use contract::watched_or;
use tools::{note, setup};

#[test]
fn a_remote_ends_the_wait_from_another_thread() {
    watched_or(
        || {
            let (reactor, log) = setup();
            let remote = reactor.remote(reactor.add(note(&log, "woken")));
            let thread = thread::spawn(move || remote.wake());
            // No timer is set: without the waker, this turn would not end.
            while log.borrow().is_empty() {
                reactor.turn().unwrap();
            }
            thread.join().unwrap();
        },
        || "no turn calls the callback: the `Remote` has to wake the selector".to_owned(),
    );
}

#[test]
#[should_panic(expected = "a callback must not take a turn")]
fn a_turn_within_a_turn_panics() {
    let (reactor, _) = setup();
    let inner = Rc::clone(&reactor);
    reactor.set_timer(Instant::now(), move || inner.turn().unwrap());
    reactor.turn().unwrap();
}

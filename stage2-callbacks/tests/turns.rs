//! What a turn of the event loop does, and in which order.

mod tools;

use std::io::Write;
use std::rc::Rc;
use std::thread;
use std::time::Instant;

use contract::watched_or;
use mio::Interest;
use tools::{connection, note, setup, turn_until_called};

#[test]
fn an_event_is_reported_once_even_if_nothing_is_read() {
    let (reactor, log) = setup();
    let (mut near, mut far) = connection();
    reactor.register(&mut near, Interest::READABLE, note(&log, "readable")).unwrap();
    far.write_all(b"x").unwrap();
    turn_until_called(&reactor, &log, 1);
    let token = reactor.add(|| {});
    (0..5).for_each(|_| {
        reactor.post(token);
        reactor.turn().unwrap();
    });
    assert_eq!(*log.borrow(), ["readable"], "the selector must report a change once");
}

#[test]
fn reregistering_a_ready_source_reports_it_again() {
    let (reactor, log) = setup();
    let (mut near, mut far) = connection();
    let token = reactor.register(&mut near, Interest::READABLE, note(&log, "first")).unwrap();
    far.write_all(b"x").unwrap();
    turn_until_called(&reactor, &log, 1);
    reactor.reregister(&mut near, token, Interest::READABLE, note(&log, "second")).unwrap();
    turn_until_called(&reactor, &log, 2);
    assert_eq!(*log.borrow(), ["first", "second"]);
}

#[test]
fn a_source_that_was_deregistered_can_be_registered_again() {
    let (reactor, _) = setup();
    let (mut near, _far) = connection();
    for _ in 0..2 {
        let token = reactor.register(&mut near, Interest::READABLE, || {}).unwrap();
        reactor.deregister(&mut near, token).unwrap();
    }
}

#[test]
fn a_post_by_a_posted_callback_is_called_in_the_next_turn() {
    let (reactor, log) = setup();
    let second = reactor.add(note(&log, "second"));
    let first = reactor.add({
        let (reactor, note) = (Rc::clone(&reactor), note(&log, "first"));
        move || {
            note();
            reactor.post(second);
        }
    });
    reactor.post(first);
    reactor.turn().unwrap();
    assert_eq!(*log.borrow(), ["first"]);
    reactor.turn().unwrap();
    assert_eq!(*log.borrow(), ["first", "second"]);
}

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

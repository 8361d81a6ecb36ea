//! The event loop: which callbacks it calls, and when.

use std::cell::{Cell, RefCell};
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use mio::Interest;
use stage2_callbacks::reactor::Reactor;

/// Makes a reactor, and a log for the names of the callbacks that were called.
fn setup() -> (Rc<Reactor>, Rc<RefCell<Vec<&'static str>>>) {
    (Rc::new(Reactor::new().expect("a selector")), Rc::default())
}

/// Returns a callback that writes `name` to the log.
fn note(log: &Rc<RefCell<Vec<&'static str>>>, name: &'static str) -> impl Fn() + 'static {
    let log = Rc::clone(log);
    move || log.borrow_mut().push(name)
}

/// Returns the two ends of a connection. The first one is for the reactor.
fn connection() -> (mio::net::TcpStream, TcpStream) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    near.set_nonblocking(true).unwrap();
    (mio::net::TcpStream::from_std(near), listener.accept().unwrap().0)
}

fn turn_until(reactor: &Reactor, done: impl Fn() -> bool) {
    let hung = Instant::now() + Duration::from_secs(20);
    // A timer ends a turn for which no event comes.
    while !done() {
        assert!(Instant::now() < hung, "hung");
        reactor.set_timer(Instant::now() + Duration::from_millis(10), || {});
        reactor.turn().unwrap();
    }
}

#[test]
fn an_event_is_reported_once_even_if_nothing_is_read() {
    let (reactor, log) = setup();
    let (mut near, mut far) = connection();
    reactor.register(&mut near, Interest::READABLE, note(&log, "readable")).unwrap();
    far.write_all(b"x").unwrap();
    turn_until(&reactor, || !log.borrow().is_empty());
    let token = reactor.add(|| {});
    (0..5).for_each(|_| {
        reactor.post(token);
        reactor.turn().unwrap();
    });
    assert_eq!(*log.borrow(), ["readable"]);
}

#[test]
fn reregistering_a_ready_source_reports_it_again() {
    let (reactor, log) = setup();
    let (mut near, mut far) = connection();
    let token = reactor.register(&mut near, Interest::READABLE, note(&log, "first")).unwrap();
    far.write_all(b"x").unwrap();
    turn_until(&reactor, || !log.borrow().is_empty());
    reactor.reregister(&mut near, token, Interest::READABLE, note(&log, "second")).unwrap();
    turn_until(&reactor, || log.borrow().len() > 1);
    assert_eq!(*log.borrow(), ["first", "second"]);
}

#[test]
fn a_source_that_was_deregistered_in_the_same_turn_gets_no_event() {
    let (reactor, log) = setup();
    let registered = Rc::new(RefCell::new(Vec::new()));
    let mut peers = Vec::new();
    for index in 0..2 {
        let (mut near, far) = connection();
        let (loops, all, note) = (Rc::clone(&reactor), Rc::clone(&registered), note(&log, "called"));
        // The callback that is called first deregisters the other source.
        let callback = move || {
            note();
            let (near, token): &mut (mio::net::TcpStream, _) = &mut all.borrow_mut()[1 - index];
            loops.deregister(near, *token).unwrap();
        };
        let token = reactor.register(&mut near, Interest::READABLE, callback).unwrap();
        registered.borrow_mut().push((near, token));
        peers.push(far);
    }
    peers.iter_mut().for_each(|far| far.write_all(b"x").unwrap());
    turn_until(&reactor, || !log.borrow().is_empty());
    reactor.set_timer(Instant::now(), || {});
    reactor.turn().unwrap();
    assert_eq!(*log.borrow(), ["called"]);
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
fn no_token_is_used_twice() {
    let (reactor, log) = setup();
    let freed = reactor.add(note(&log, "freed"));
    reactor.remove(freed);
    let next = reactor.add(note(&log, "next"));
    assert_ne!(freed, next);
    reactor.dispatch(freed);
    assert!(log.borrow().is_empty());
}

#[test]
fn a_callback_may_remove_itself_and_add_another_one() {
    let (reactor, log) = setup();
    let token = Rc::new(Cell::new(None));
    let callback = {
        let (reactor, log, token) = (Rc::clone(&reactor), Rc::clone(&log), Rc::clone(&token));
        move || {
            reactor.remove(token.take().expect("called once"));
            let other = reactor.add(note(&log, "other"));
            reactor.post(other);
        }
    };
    token.set(Some(reactor.add(callback)));
    let posted = token.get().unwrap();
    reactor.post(posted);
    reactor.post(posted);
    turn_until(&reactor, || !log.borrow().is_empty());
    assert_eq!(*log.borrow(), ["other"]);
}

#[test]
fn a_post_during_a_turn_is_called_in_the_next_turn() {
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
    let (reactor, log) = setup();
    let remote = reactor.remote(reactor.add(note(&log, "woken")));
    let thread = thread::spawn(move || remote.wake());
    // No timer is set: without the waker, this turn would not end.
    while log.borrow().is_empty() {
        reactor.turn().unwrap();
    }
    thread.join().unwrap();
    assert_eq!(*log.borrow(), ["woken"]);
}

#[test]
#[should_panic(expected = "a callback must not take a turn")]
fn a_turn_within_a_turn_panics() {
    let (reactor, _) = setup();
    let inner = Rc::clone(&reactor);
    reactor.set_timer(Instant::now(), move || inner.turn().unwrap());
    reactor.turn().unwrap();
}

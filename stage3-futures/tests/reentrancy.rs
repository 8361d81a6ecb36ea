//! Wakers that use the reactor. When they are called or dropped, it has released its borrows.

mod tools;

use std::cell::RefCell;
use std::io::Write;
use std::net::TcpStream;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::registration::Registration;
use stage3_futures::source::Direction;
use stage3_futures::timer::Sleep;
use tools::{Count, connection, poll, turn_until, watched};

thread_local! {
    /// What a [`Local`] waker runs.
    static ACTION: RefCell<Option<Box<dyn FnOnce()>>> = RefCell::default();
}

fn act() {
    if let Some(action) = ACTION.take() {
        action();
    }
}

/// A waker that runs the [`ACTION`] of this thread when it is called or dropped, whichever is first.
struct Local;

impl Wake for Local {
    fn wake(self: Arc<Self>) {
        act();
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        act();
    }
}

fn setup() -> (Reactor, Registration, TcpStream) {
    let reactor = Reactor::new().unwrap();
    let (near, far) = connection();
    let registration = Registration::new(&reactor, near);
    let used = reactor.clone();
    ACTION.set(Some(Box::new(move || use_all(&used))));
    (reactor, registration, far)
}

fn wait(registration: &Registration, waker: &Waker) {
    assert!(registration.poll_event(Direction::Read, &mut Context::from_waker(waker)).is_pending());
}

/// Uses all parts of a reactor: sockets, timers and events.
fn use_all(reactor: &Reactor) {
    wait(&Registration::new(reactor, connection().0), Waker::noop());
    let _ = poll(&mut Sleep::new(reactor, Duration::from_secs(3600)), Waker::noop());
    reactor.turn(|| true).unwrap();
}

#[test]
fn the_waker_of_a_socket_may_use_the_reactor() {
    watched(|| {
        let (reactor, registration, mut far) = setup();
        wait(&registration, &Waker::from(Arc::new(Local)));
        far.write_all(b"x").unwrap();
        turn_until(&reactor, || ACTION.with_borrow(Option::is_none));
    });
}

#[test]
fn a_waker_that_is_replaced_may_use_the_reactor() {
    watched(|| {
        let (_reactor, registration, _far) = setup();
        wait(&registration, &Waker::from(Arc::new(Local)));
        wait(&registration, Waker::noop());
        assert!(ACTION.with_borrow(Option::is_none));
    });
}

#[test]
fn the_waker_of_a_timer_may_use_the_reactor() {
    watched(|| {
        let (reactor, _registration, _far) = setup();
        let mut sleep = Sleep::new(&reactor, Duration::from_millis(5));
        let _ = poll(&mut sleep, &Waker::from(Arc::new(Local)));
        turn_until(&reactor, || ACTION.with_borrow(Option::is_none));
    });
}

#[test]
fn a_timer_that_a_waker_sets_fires_in_a_later_turn() {
    watched(|| {
        let (reactor, _registration, _far) = setup();
        let (count, waker) = Count::new();
        let [mut first, second] = [(); 2].map(|()| Sleep::new(&reactor, Duration::ZERO));
        let second = Rc::new(RefCell::new(second));
        let sets = Rc::clone(&second);
        ACTION.set(Some(Box::new(move || assert!(poll(&mut *sets.borrow_mut(), &waker).is_pending()))));
        let _ = poll(&mut first, &Waker::from(Arc::new(Local)));
        reactor.turn(|| false).unwrap();
        assert_eq!((ACTION.with_borrow(Option::is_none), count.get()), (true, 0));
        reactor.turn(|| false).unwrap();
        assert_eq!(count.get(), 1);
    });
}

#[test]
fn the_waker_of_a_dropped_sleep_may_use_the_reactor() {
    watched(|| {
        let (reactor, _registration, _far) = setup();
        let _ = poll(&mut Sleep::new(&reactor, Duration::from_secs(3600)), &Waker::from(Arc::new(Local)));
        assert!(ACTION.with_borrow(Option::is_none));
    });
}

#[test]
fn the_waker_of_a_dropped_registration_may_use_the_reactor() {
    watched(|| {
        let (_reactor, registration, _far) = setup();
        wait(&registration, &Waker::from(Arc::new(Local)));
        drop(registration);
        assert!(ACTION.with_borrow(Option::is_none));
    });
}

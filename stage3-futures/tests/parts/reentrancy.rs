//! Wakers that use the reactor. When they are called or dropped, it has released its borrows.

use std::io::Write;
use std::net::TcpStream;
use std::task::{Context, Waker};
use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::registration::Registration;
use stage3_futures::source::Direction;
use stage3_futures::timer::Sleep;
use test_tools::future::poll;
use test_tools::socket::connection;
use test_tools::waker::{acting_waker, has_acted};

use crate::tools::turn_until;

/// Longer than any of these tests takes.
const LONG: Duration = Duration::from_secs(2);

/// Makes a reactor with a socket, and a waker that uses them. Returns all, and the other end of the connection.
fn setup() -> (Reactor, Registration, Waker, TcpStream) {
    let reactor = Reactor::new().unwrap();
    let (near, far) = connection();
    let registration = Registration::new(&reactor, near);
    let used = reactor.clone();
    let waker = acting_waker(move || {
        wait(&Registration::new(&used, connection().0), Waker::noop());
        used.turn(|| true).unwrap();
    });
    (reactor, registration, waker, far)
}

fn wait(registration: &Registration, waker: &Waker) {
    assert!(registration.poll_event(Direction::Read, &mut Context::from_waker(waker)).is_pending());
}

#[test]
fn the_waker_of_a_socket_may_use_the_reactor() {
    let (reactor, registration, waker, mut far) = setup();
    wait(&registration, &waker);
    drop(waker);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, "unread bytes woke no task", has_acted);
}

#[test]
fn a_waker_that_is_replaced_may_use_the_reactor() {
    let (_reactor, registration, waker, _far) = setup();
    wait(&registration, &waker);
    drop(waker);
    wait(&registration, Waker::noop());
    assert!(has_acted(), "the reactor still holds the waker that was replaced");
}

#[test]
fn the_waker_of_a_dropped_registration_may_use_the_reactor() {
    let (_reactor, registration, waker, _far) = setup();
    wait(&registration, &waker);
    drop(waker);
    drop(registration);
    assert!(has_acted(), "the reactor still holds the waker of a socket that is gone");
}

/// Returns a waker that uses the timers of the reactor.
fn using_timers(reactor: &Reactor) -> Waker {
    let used = reactor.clone();
    acting_waker(move || {
        let _ = poll(&mut Sleep::new(&used, LONG), Waker::noop());
        used.turn(|| true).unwrap();
    })
}

#[test]
fn the_waker_of_a_timer_may_use_the_reactor() {
    let reactor = Reactor::new().unwrap();
    let mut sleep = Sleep::new(&reactor, Duration::from_millis(5));
    let _ = poll(&mut sleep, &using_timers(&reactor));
    turn_until(&reactor, "the time has come, and no task was woken", has_acted);
}

#[test]
fn a_waker_that_a_sleep_replaces_or_drops_may_use_the_reactor() {
    let reactor = Reactor::new().unwrap();
    let mut sleep = Sleep::new(&reactor, LONG);
    let _ = (poll(&mut sleep, &using_timers(&reactor)), poll(&mut sleep, Waker::noop()));
    assert!(has_acted(), "the reactor still holds the waker that was replaced");
    let _ = poll(&mut Sleep::new(&reactor, LONG), &using_timers(&reactor));
    assert!(has_acted(), "the reactor still holds the waker of a sleep that is gone");
}

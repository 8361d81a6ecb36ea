//! Wakers that use the reactor. When they are called or dropped, it has released its borrows.

use std::io::Write;
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

const REPLACED: &str = "the reactor still holds the waker that was replaced";

/// Returns a waker that uses the sockets and the timers of the reactor.
fn using(reactor: &Reactor) -> Waker {
    let used = reactor.clone();
    acting_waker(move || {
        wait(&Registration::new(&used, connection().0), Waker::noop());
        let _ = poll(&mut Sleep::new(&used, LONG), Waker::noop());
        used.turn(|| true).unwrap();
    })
}

fn wait(registration: &Registration, waker: &Waker) {
    assert!(registration.poll_event(Direction::Read, 1, &mut Context::from_waker(waker)).is_pending());
}

#[test]
fn the_wakers_of_a_socket_may_use_the_reactor() {
    let reactor = Reactor::new().unwrap();
    let (near, mut far) = connection();
    let registration = Registration::new(&reactor, near);
    wait(&registration, &using(&reactor));
    wait(&registration, Waker::noop());
    assert!(has_acted(), "{REPLACED}");
    wait(&registration, &using(&reactor));
    far.write_all(b"x").unwrap();
    turn_until(&reactor, "unread bytes woke no task", has_acted);
    wait(&registration, &using(&reactor));
    drop(registration);
    assert!(has_acted(), "the reactor still holds the waker of a socket that is gone");
}

#[test]
fn the_wakers_of_a_timer_may_use_the_reactor() {
    let reactor = Reactor::new().unwrap();
    let mut sleep = Sleep::new(&reactor, LONG);
    let _ = poll(&mut sleep, &using(&reactor));
    let _ = poll(&mut sleep, Waker::noop());
    assert!(has_acted(), "{REPLACED}");
    let _ = poll(&mut Sleep::new(&reactor, LONG), &using(&reactor));
    assert!(has_acted(), "the reactor still holds the waker of a sleep that is gone");
    let mut sleep = Sleep::new(&reactor, Duration::from_millis(5));
    let _ = poll(&mut sleep, &using(&reactor));
    turn_until(&reactor, "the time has come, and no task was woken", has_acted);
}

//! The reactor: whom it wakes, how often, and when.

mod tools;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::registration::Registration;
use stage3_futures::source::Direction::{self, Read as Reading, Write as Writing};
use stage3_futures::timer::Sleep;
use tools::{Count, connection, poll, turn_until, watched};

/// A socket in a reactor, and its other end.
fn setup() -> (Reactor, Registration, TcpStream) {
    let reactor = Reactor::new().unwrap();
    let (near, far) = connection();
    let registration = Registration::new(&reactor, near);
    (reactor, registration, far)
}

fn wait(registration: &Registration, direction: Direction, waker: &Waker) {
    assert!(registration.poll_event(direction, &mut Context::from_waker(waker)).is_pending());
}

/// Writes until the kernel takes no more.
fn fill(mut socket: &TcpStream) {
    while socket.write(&[0; 64 << 10]).is_ok() {}
}

#[test]
fn three_chunks_are_three_events() {
    let (reactor, registration, mut far) = setup();
    let (count, waker) = Count::new();
    for chunk in 1..=3 {
        wait(&registration, Reading, &waker);
        far.write_all(b"x").unwrap();
        turn_until(&reactor, || count.get() == chunk);
        assert_eq!(registration.socket().read(&mut [0; 8]).unwrap(), 1);
    }
}

#[test]
fn what_came_before_one_waits_counts_as_an_event() {
    let (reactor, registration, mut far) = setup();
    let (count, waker) = Count::new();
    far.write_all(b"x").unwrap();
    for event in 1..=2 {
        // Nothing is read, so the second time nothing new has come.
        wait(&registration, Reading, &waker);
        turn_until(&reactor, || count.get() == event);
    }
}

#[test]
fn a_socket_that_nobody_waits_for_does_not_end_a_turn() {
    let (reactor, registration, mut far) = setup();
    let (count, waker) = Count::new();
    wait(&registration, Reading, &waker);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, || count.get() == 1);
    // It is readable all the time, but it is oneshot: these turns wait for the timer.
    let mut sleep = Sleep::new(&reactor, Duration::from_millis(50));
    let mut turns = 0;
    while poll(&mut sleep, Waker::noop()).is_pending() {
        reactor.turn(|| false).unwrap();
        turns += 1;
    }
    assert!(turns <= 3, "{turns} turns");
    assert_eq!(count.get(), 1);
}

#[test]
fn the_last_waker_given_counts() {
    let (reactor, registration, mut far) = setup();
    let ((first, first_waker), (last, last_waker)) = (Count::new(), Count::new());
    wait(&registration, Reading, &first_waker);
    wait(&registration, Reading, &last_waker);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, || first.get() + last.get() > 0);
    assert_eq!((first.get(), last.get()), (0, 1));
}

#[test]
fn who_reads_is_woken_though_who_writes_was_before() {
    let (reactor, registration, mut far) = setup();
    let ((reads, reader), (writes, writer)) = (Count::new(), Count::new());
    wait(&registration, Reading, &reader);
    wait(&registration, Writing, &writer);
    turn_until(&reactor, || writes.get() == 1);
    assert_eq!(reads.get(), 0);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, || reads.get() == 1);
    assert_eq!(writes.get(), 1);
}

#[test]
fn who_writes_is_woken_though_who_reads_was_before() {
    let (reactor, registration, far) = setup();
    let ((reads, reader), (writes, writer)) = (Count::new(), Count::new());
    fill(registration.socket());
    wait(&registration, Writing, &writer);
    wait(&registration, Reading, &reader);
    (&far).write_all(b"x").unwrap();
    turn_until(&reactor, || reads.get() == 1);
    assert_eq!(writes.get(), 0);
    far.set_nonblocking(true).unwrap();
    turn_until(&reactor, || {
        // It fails when all that has come is read.
        let _ = (&far).read_to_end(&mut Vec::new());
        writes.get() == 1
    });
}

#[test]
fn dropping_a_registration_closes_the_socket_and_drops_its_wakers() {
    let (_reactor, registration, mut far) = setup();
    let (count, waker) = Count::new();
    wait(&registration, Reading, &waker);
    wait(&registration, Writing, &waker);
    assert_eq!(Arc::strong_count(&count), 4);
    drop(registration);
    assert_eq!(Arc::strong_count(&count), 2);
    assert_eq!(watched(move || far.read(&mut [0]).unwrap()), 0);
}

#[test]
fn an_operation_that_was_interrupted_is_tried_again_at_once() {
    let (_reactor, registration, _far) = setup();
    let interrupted = || Err(ErrorKind::Interrupted.into());
    let mut script = vec![Ok(7), interrupted(), interrupted()];
    let mut cx = Context::from_waker(Waker::noop());
    let result = registration.poll_io(Reading, &mut cx, |_| script.pop().unwrap());
    assert!(matches!(result, Poll::Ready(Ok(7))));
}

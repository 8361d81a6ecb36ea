//! The reactor: which waker it calls, how often, and when.

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

/// Makes a reactor with a socket. Returns both, and the other end of the connection.
fn setup() -> (Reactor, Registration, TcpStream) {
    let reactor = Reactor::new().unwrap();
    let (near, far) = connection();
    let registration = Registration::new(&reactor, near);
    (reactor, registration, far)
}

fn wait(registration: &Registration, direction: Direction, waker: &Waker) {
    assert!(registration.poll_event(direction, &mut Context::from_waker(waker)).is_pending());
}

/// Asserts that turns wait for a timer.
#[track_caller]
fn assert_waits(reactor: &Reactor) {
    let mut sleep = Sleep::new(reactor, Duration::from_millis(50));
    let mut turns = 0;
    while poll(&mut sleep, Waker::noop()).is_pending() {
        reactor.turn(|| false).unwrap();
        turns += 1;
    }
    assert!(turns <= 3, "{turns} turns");
}

/// Writes until the kernel takes no more.
fn fill(mut socket: &TcpStream) {
    while socket.write(&[0; 64 << 10]).is_ok() {}
}

#[test]
fn each_of_three_chunks_is_an_event() {
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
fn bytes_that_came_before_the_wait_are_an_event() {
    let (reactor, registration, mut far) = setup();
    let (count, waker) = Count::new();
    far.write_all(b"x").unwrap();
    for event in 1..=2 {
        // Nothing is read, and nothing more comes for the second wait.
        wait(&registration, Reading, &waker);
        turn_until(&reactor, || count.get() == event);
    }
}

#[test]
fn a_socket_without_a_waker_does_not_end_a_turn() {
    let (reactor, registration, mut far) = setup();
    let (count, waker) = Count::new();
    wait(&registration, Reading, &waker);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, || count.get() == 1);
    // The socket stays readable, but the poller is oneshot.
    assert_waits(&reactor);
    assert_eq!(count.get(), 1);
}

#[test]
fn a_socket_that_is_ready_in_the_other_direction_does_not_end_a_turn() {
    let (reactor, registration, mut far) = setup();
    let (count, waker) = Count::new();
    wait(&registration, Reading, &waker);
    assert_waits(&reactor);
    fill(registration.socket());
    wait(&registration, Writing, &waker);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, || count.get() == 1);
    // What the reader waited for is still unread, and the writer waits.
    assert_waits(&reactor);
    assert_eq!(count.get(), 1);
}

#[test]
fn the_latest_waker_counts() {
    let (reactor, registration, mut far) = setup();
    let ((first, first_waker), (last, last_waker)) = (Count::new(), Count::new());
    wait(&registration, Reading, &first_waker);
    wait(&registration, Reading, &last_waker);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, || first.get() + last.get() > 0);
    assert_eq!((first.get(), last.get()), (0, 1));
}

#[test]
fn a_reader_is_woken_after_an_event_for_the_writer() {
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
fn a_writer_is_woken_after_an_event_for_the_reader() {
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
        // This returns an error when all that has come is read.
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
fn an_interrupted_operation_is_tried_again_at_once() {
    let (_reactor, registration, _far) = setup();
    let interrupted = || Err(ErrorKind::Interrupted.into());
    let mut script = vec![Ok(7), interrupted(), interrupted()];
    let mut cx = Context::from_waker(Waker::noop());
    let result = registration.poll_io(Reading, &mut cx, |_| script.pop().unwrap());
    assert!(matches!(result, Poll::Ready(Ok(7))));
}

//! The reactor: which waker it calls, how often, and when.

use std::io::Write;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use stage3_futures::reactor::Reactor;
use stage3_futures::registration::Registration;
use stage3_futures::source::Direction::{self, Read as Reading, Write as Writing};
use stage3_futures::timer::Sleep;
use test_tools::future;
use test_tools::socket::connection;
use test_tools::waker::{Count, panicking_waker};

use crate::tools::turn_until;

/// How long a turn waits that nothing ends before.
const WAIT: Duration = Duration::from_millis(50);

/// Makes a reactor with a socket. Returns both, and the other end of the connection.
fn setup() -> (Reactor, Registration, TcpStream) {
    let reactor = Reactor::new().unwrap();
    let (near, far) = connection();
    let registration = Registration::new(&reactor, near);
    (reactor, registration, far)
}

/// Waits in the first place.
#[track_caller]
fn wait(registration: &Registration, direction: Direction, waker: &Waker) {
    wait_in(1, registration, direction, waker);
}

#[track_caller]
fn wait_in(place: usize, registration: &Registration, direction: Direction, waker: &Waker) {
    if let Poll::Ready(error) = registration.poll_event(direction, place, &mut Context::from_waker(waker)) {
        panic!("`poll_event` is ready with an error, although the socket can be watched: {error}");
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
        let why =
            "unread bytes woke no task: arm the poller, which checks the socket, once the waker is stored";
        turn_until(&reactor, why, || count.get() == event);
    }
}

#[test]
fn a_task_that_waits_is_not_woken_before_the_event() {
    let (reactor, registration, _far) = setup();
    let (count, waker) = Count::new();
    for _ in 1..=2 {
        wait(&registration, Reading, &waker);
        assert_eq!(count.get(), 0, "the task was woken during its own poll: it would be polled without end");
    }
    // No event ends a turn: it waits until it is notified.
    let (notifier, begin) = (Arc::clone(reactor.notifier()), Instant::now());
    let has_work = || {
        thread::spawn(move || {
            thread::sleep(WAIT);
            notifier.notify();
        });
        false
    };
    reactor.turn(has_work).unwrap();
    let why = "the task waits to read, and there are no bytes: wait for this direction alone";
    assert!(begin.elapsed() >= WAIT, "an event ended the turn: {why}");
    assert_eq!(count.get(), 0, "the task was woken, and there are no bytes");
}

/// On Linux, no selector watches a file.
#[cfg(target_os = "linux")]
#[test]
fn a_wait_that_is_not_possible_is_ready_with_the_error() {
    let reactor = Reactor::new().unwrap();
    let registration = Registration::new(&reactor, crate::tools::unwatchable());
    let ((first, first_waker), (_last, last_waker)) = (Count::new(), Count::new());
    let poll =
        |waker: &Waker| registration.poll_event(Reading, 1, &mut Context::from_waker(waker)).is_ready();
    let is_ready = poll(&first_waker);
    let why = "the poller cannot be armed, and the task is to try again, without end: return the error";
    assert_eq!(first.get(), 0, "{why}");
    assert!(is_ready, "the poller cannot be armed, and no event will come: return its error");
    let why = "a waker was replaced, which does not mean that the poller is armed: call `arm` at each wait, and \
        return the error of `arm`";
    assert!(poll(&last_waker), "{why}");
}

#[test]
fn the_latest_waker_of_a_place_counts() {
    let (reactor, registration, mut far) = setup();
    let ((first, first_waker), (last, last_waker)) = (Count::new(), Count::new());
    wait(&registration, Reading, &first_waker);
    wait(&registration, Reading, &last_waker);
    let why = "the second call has called the waker that it replaced. Both are of one future, whose task would be polled \
        without end. Drop the old waker";
    assert_eq!(first.get(), 0, "{why}");
    far.write_all(b"x").unwrap();
    let why = "of two wakers, the event must call the last one: the latest one replaces the other";
    turn_until(&reactor, why, || last.get() == 1);
    assert_eq!(first.get(), 0, "the reactor still holds the waker that was replaced");
}

#[test]
fn a_wait_to_write_does_not_disturb_a_wait_to_read() {
    let (reactor, registration, mut far) = setup();
    let ((reader, reads), (writer, writes)) = (Count::new(), Count::new());
    wait(&registration, Reading, &reads);
    wait(&registration, Writing, &writes);
    far.write_all(b"x").unwrap();
    let why = "a wait to write has taken the place of a wait to read: use `direction`";
    turn_until(&reactor, why, || reader.get() == 1);
    turn_until(&reactor, "the socket is writable, and no event woke the writer", || writer.get() == 1);
}

#[test]
fn each_place_has_a_waker_of_its_own() {
    let (reactor, registration, mut far) = setup();
    let ((first, first_waker), (last, last_waker)) = (Count::new(), Count::new());
    wait_in(1, &registration, Reading, &first_waker);
    wait_in(2, &registration, Reading, &last_waker);
    far.write_all(b"x").unwrap();
    let why = "the event must wake both futures that wait to read: each has its own `place`";
    turn_until(&reactor, why, || (first.get(), last.get()) == (1, 1));
}

#[test]
fn a_socket_that_is_always_ready_waits_for_an_event_now_and_then() {
    let (reactor, registration, _far) = setup();
    let (count, waker) = Count::new();
    let mut cx = Context::from_waker(&waker);
    let mut poll = || registration.poll_io(Writing, 1, &mut cx, |_| Ok(()));
    let in_a_row = (0..1000).take_while(|_| poll().is_ready()).count();
    assert!((1..1000).contains(&in_a_row), "{in_a_row} operations without a turn for the other tasks");
    // The socket is ready, so the event comes at once.
    turn_until(&reactor, "the socket is ready, and its task was not woken", || count.get() == 1);
    assert!(poll().is_ready());
}

// tokio 4069: a waker that panics loses the other wake-ups of its turn.
#[test]
fn a_waker_that_panics_does_not_cost_other_tasks_their_wake_up() {
    let (reactor, registration, mut far) = setup();
    let ((reader, reads), (sleeper, sleeps)) = (Count::new(), Count::new());
    let [mut first, mut last] = [(); 2].map(|()| Sleep::new(&reactor, Duration::ZERO));
    wait_in(1, &registration, Reading, &panicking_waker());
    wait_in(2, &registration, Reading, &reads);
    assert!(future::poll(&mut first, &panicking_waker()).is_pending());
    assert!(future::poll(&mut last, &sleeps).is_pending());
    far.write_all(b"x").unwrap();
    let turn = || catch_unwind(AssertUnwindSafe(|| reactor.turn(|| true))).is_err();
    let panics = (0..1000).filter(|_| turn()).take(2).count();
    assert!(panics > 0, "a waker has panicked, and no turn has");
    assert_eq!((reader.get(), sleeper.get()), (1, 1), "their wakers came after one that panicked");
}

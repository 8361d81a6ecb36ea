//! The reactor's side of a socket, on a poller that is oneshot.

use std::io::Write;
use std::net::TcpStream;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;
use std::thread;
use std::time::Duration;

use polling::{Event, Events, Poller};
use test_tools::socket::connection;
use test_tools::waker::Count;

use crate::source::{Direction, Source};

const KEY: usize = 7;

const ARM_LAST: &str =
    "`arm` asks for the wakers that are stored when it is called, so take those of the event first";

/// A source with a waker in each direction. An event has just come, so its poller is not armed any more.
struct Waiting {
    poller: Arc<Poller>,
    source: Source,
    near: Rc<TcpStream>,
    far: TcpStream,
    reader: Arc<Count>,
    writer: Arc<Count>,
}

impl Waiting {
    fn new() -> Waiting {
        let (poller, (near, far)) = (Arc::new(Poller::new().unwrap()), connection());
        let near = Rc::new(near);
        let mut source = Source::new(&poller, KEY, Rc::clone(&near));
        let ((reader, reads), (writer, writes)) = (Count::new(), Count::new());
        drop((source.store(Direction::Read, 1, &reads), source.store(Direction::Write, 1, &writes)));
        source.arm().unwrap();
        let waiting = Waiting { poller, source, near, far, reader, writer };
        assert!(waiting.event(1000).is_some(), "an empty socket is writable");
        waiting
    }

    /// Calls the wakers that `event` takes. Returns how often the reader and the writer have been woken by now.
    #[track_caller]
    fn wake(&mut self, event: Event) -> (usize, usize) {
        let before = (self.reader.get(), self.writer.get());
        let mut wakers = Vec::new();
        self.source.take_wakers(event, &mut wakers);
        let why = "`take_wakers` has called a waker while the sources are borrowed: move it to `wakers`";
        assert_eq!((self.reader.get(), self.writer.get()), before, "{why}");
        wakers.into_iter().for_each(Waker::wake);
        (self.reader.get(), self.writer.get())
    }

    /// Sends a byte to the socket, and waits until it is there.
    fn send(&mut self) {
        self.far.write_all(b"x").unwrap();
        while self.near.peek(&mut [0]).is_err() {
            thread::yield_now();
        }
    }

    /// Makes the poller forget the socket. Then it cannot be armed.
    fn forget(&self) {
        self.poller.delete(&*self.near).unwrap();
    }

    /// Returns the event that the poller reports within some milliseconds.
    fn event(&self, within: u64) -> Option<Event> {
        let mut events = Events::new();
        self.poller.wait(&mut events, Some(Duration::from_millis(within))).unwrap();
        events.iter().next()
    }
}

#[test]
fn an_event_takes_the_waker_that_waits_for_it() {
    let woken = Waiting::new().wake(Event::readable(KEY));
    assert_eq!(woken, (1, 0), "an event for reading wakes the reader, and not the writer");
    let woken = Waiting::new().wake(Event::writable(KEY));
    assert_eq!(woken, (0, 1), "an event for writing wakes the writer, and not the reader");
    let woken = Waiting::new().wake(Event::all(KEY));
    assert_eq!(woken, (1, 1), "an event for both directions wakes both");
}

#[test]
fn the_wakers_of_other_sockets_stay_in_the_list() {
    let (other, waker) = Count::new();
    let mut wakers = vec![waker];
    Waiting::new().source.take_wakers(Event::readable(KEY), &mut wakers);
    wakers.into_iter().for_each(Waker::wake);
    assert_eq!(other.get(), 1, "the waker of another socket was in `wakers` before, and is lost");
}

#[test]
fn a_waker_that_was_taken_is_not_taken_again() {
    let mut waiting = Waiting::new();
    waiting.wake(Event::readable(KEY));
    let (woken, _) = waiting.wake(Event::readable(KEY));
    assert_eq!(woken, 1, "the reader waited once, and was woken by two events: take its waker");
}

#[test]
fn the_reader_waits_on_after_an_event_for_the_writer() {
    let mut waiting = Waiting::new();
    waiting.wake(Event::writable(KEY));
    waiting.send();
    let event = waiting.event(1000);
    let event = event.expect(
        "the reader waits on, and no event is reported for its bytes: the event for the writer has ended \
            both, so set `self.armed` to `Event::none(..)`, and call `arm` for the waker that is left",
    );
    let why = format!("the writer's waker is taken, and yet the poller is armed for the writer: {ARM_LAST}");
    assert!(!event.writable, "{why}");
    assert!(event.readable, "the reader waits on, and the poller is not armed for it");
}

#[test]
fn what_was_armed_again_after_an_event_counts_as_armed() {
    let mut waiting = Waiting::new();
    waiting.wake(Event::readable(KEY));
    waiting.forget();
    let armed = waiting.source.arm();
    assert!(armed.is_ok(), "the poller is armed for the writer again, and `self.armed` does not say so");
}

#[test]
fn a_socket_that_was_hung_up_and_has_no_waker_has_no_events() {
    let mut waiting = Waiting::new();
    waiting.far.shutdown(std::net::Shutdown::Both).unwrap();
    waiting.near.shutdown(std::net::Shutdown::Both).unwrap();
    waiting.wake(Event::all(KEY));
    let why = "no task waits, but the poller was called: each turn would end at once. What does `armed` say after the event?";
    assert!(waiting.event(50).is_none(), "{why}");
}

#[test]
fn a_wait_after_an_event_arms_the_poller_again() {
    for event in [Event::readable(KEY), Event::writable(KEY), Event::all(KEY)] {
        let mut waiting = Waiting::new();
        waiting.wake(event);
        let (_reader, waker) = Count::new();
        drop(waiting.source.store(Direction::Read, 1, &waker));
        drop(waiting.source.store(Direction::Write, 1, &waker));
        let armed = waiting.source.arm().err().map(|error| error.kind());
        let why = "the poller knows the socket after an event, and is armed for no direction: `Event::none`";
        assert_eq!(armed, None, "{why}");
        let armed_again = waiting.event(1000).is_some();
        assert!(armed_again, "after an event, the poller ignores the socket: note that it is not armed");
    }
}

#[test]
fn all_wakers_are_taken_if_the_poller_cannot_be_armed() {
    for event in [Event::readable(KEY), Event::writable(KEY)] {
        let mut waiting = Waiting::new();
        waiting.forget();
        let woken = waiting.wake(event);
        let why = "the poller cannot be armed for the other task, which learns nothing of the error: move its waker to \
            `wakers`, too";
        assert_eq!(woken, (1, 1), "{why}");
        // One for the test.
        let wakers = [&waiting.reader, &waiting.writer].map(|count| Arc::strong_count(count) - 1);
        assert_eq!(wakers, [0, 0], "a waker that was taken is still stored");
    }
}

#[test]
fn a_source_whose_poller_could_not_be_armed_is_deleted_from_it() {
    let mut waiting = Waiting::new();
    waiting.forget();
    waiting.wake(Event::readable(KEY));
    // Then it knows the socket again, by another source.
    let mut other = Source::new(&waiting.poller, KEY, Rc::clone(&waiting.near));
    let (_reader, waker) = Count::new();
    drop(other.store(Direction::Read, 1, &waker));
    other.arm().unwrap();
    drop(waiting.source);
    drop(other.store(Direction::Write, 1, &waker));
    let why = "arming has failed, and the dropped source has not deleted its socket from the poller: after a \
        failure, do not set `armed` to `None`, which means that the poller was never armed";
    assert!(other.arm().is_err(), "{why}");
}

//! How a turn of the event loop ends, and what the loop leaves behind. A callback owns what it works on, often the
//! reactor itself: so it is dropped when it is no longer needed.

mod tools;

use std::net::TcpListener;
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use mio::Interest;
use stage2_callbacks::reactor::Reactor;
use test_tools::watchdog::watched_or;
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

#[test]
fn a_callback_whose_source_is_refused_is_dropped() {
    let reactor = Reactor::new().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut source = mio::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    reactor.register(&mut source, Interest::READABLE, || {}).unwrap();
    let kept = Rc::new(());
    let held = Rc::clone(&kept);
    // It is registered already.
    reactor.register(&mut source, Interest::READABLE, move || _ = &held).unwrap_err();
    assert_eq!(Rc::strong_count(&kept), 1);
}

#[test]
fn run_returns_when_it_is_stopped_and_drops_its_callbacks() {
    let reactor = Rc::new(Reactor::new().unwrap());
    let kept = Rc::new(());
    let held = Rc::clone(&kept);
    reactor.add(move || drop(Rc::clone(&held)));
    let stop = Rc::clone(&reactor);
    reactor.set_timer(Instant::now(), move || stop.stop());
    reactor.set_timer(Instant::now(), || unreachable!());
    reactor.post(reactor.add(|| unreachable!()));
    reactor.set_timer(Instant::now() + Duration::from_secs(3600), || unreachable!());
    reactor.run().unwrap();
    assert_eq!((Rc::strong_count(&kept), Rc::strong_count(&reactor)), (1, 1));
}

/// Calls a function with the reactor when it is dropped.
struct OnDrop(Rc<Reactor>, fn(&Rc<Reactor>));

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.1(&self.0);
    }
}

fn add_keeping(reactor: &Rc<Reactor>, on_drop: fn(&Rc<Reactor>)) {
    let kept = OnDrop(Rc::clone(reactor), on_drop);
    reactor.add(move || _ = &kept);
}

fn set_timer(reactor: &Rc<Reactor>) {
    let kept = OnDrop(Rc::clone(reactor), |reactor| add_keeping(reactor, |_| {}));
    reactor.set_timer(Instant::now(), move || _ = &kept);
}

#[test]
fn run_drops_what_the_drop_of_a_callback_adds() {
    let reactor = Rc::new(Reactor::new().unwrap());
    add_keeping(&reactor, set_timer);
    reactor.stop();
    reactor.run().unwrap();
    assert_eq!(Rc::strong_count(&reactor), 1);
}

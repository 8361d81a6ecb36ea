//! How a connection begins. On loopback, a connect takes hardly any time: here, some stay in progress.

#![cfg_attr(not(unix), allow(unused_imports, dead_code, reason = "some of the tests are for Unix"))]

use std::net::{Ipv4Addr, TcpListener};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::stream::TcpStream;
use test_tools::full_listener::Full;
use test_tools::future::poll;
use test_tools::waker::Count;
use test_tools::watchdog::until;

use crate::tools::drive;

/// A test that has not started two connects in this time is blocked by one of them.
const BLOCKED: Duration = Duration::from_secs(3);

const SPINS: &str =
    "the connect is in progress, and the future woke its task itself: it would be polled without end";

const FORGETS: &str = "the future returned `Pending`, and the reactor does not hold the task's waker: has `poll_io` \
    stored it, and is the stream still there?";

#[test]
fn a_connect_to_a_listener_returns_its_connection() {
    let reactor = Reactor::new().unwrap();
    // Not every machine has IPv6.
    let listeners = ["127.0.0.1:0", "[::1]:0"].map(TcpListener::bind);
    for listener in listeners.into_iter().flatten() {
        let address = listener.local_addr().unwrap();
        match drive(&reactor, TcpStream::connect(&reactor, address)) {
            Ok(stream) => {
                let near = stream.registration().socket().local_addr().unwrap();
                assert_eq!(listener.accept().unwrap().1, near);
            }
            Err(error) if address.is_ipv6() => panic!(
                "{address} waits for connections, but the connect failed, and one to IPv4 did not: {error}; is the socket \
                made for the domain of this address?"
            ),
            Err(error) => panic!("{address} waits for connections, but the connect failed: {error}"),
        }
    }
}

/// No system lets TCP connect to all hosts.
#[test]
fn a_connect_that_fails_at_once_is_ready_with_the_error() {
    let reactor = Reactor::new().unwrap();
    let mut connect = TcpStream::connect(&reactor, (Ipv4Addr::BROADCAST, 80).into());
    let polled = poll(&mut connect, Waker::noop());
    assert!(polled.is_ready(), "the connect has failed at its start, but the future waits for its end");
    assert!(matches!(polled, Poll::Ready(Err(_))), "the error of the start was lost");
}

#[cfg(unix)]
fn assert_is_woken(reactor: &Reactor, count: &Count) {
    let is_woken = until(|| {
        reactor.turn(|| true).unwrap();
        count.get() > 0
    });
    assert!(is_woken, "no task was woken: the end of a connect is an event for writing");
}

#[cfg(unix)]
#[test]
fn a_connect_that_fails_later_is_ready_with_the_error() {
    let full = Full::default();
    let (address, (go_on, may_go_on)) = (full.address(), channel::<()>());
    // Nothing listens any more, so the repeated connect is refused. A connect that blocks is ended, too.
    let closes = thread::spawn(move || {
        let _ = may_go_on.recv_timeout(BLOCKED);
        full.close()
    });
    let (reactor, (count, waker)) = (Reactor::new().unwrap(), Count::new());
    let mut connect = TcpStream::connect(&reactor, address);
    let mut polled = poll(&mut connect, &waker);
    drop(go_on);
    let _keeps_port = closes.join();
    if polled.is_pending() {
        assert_is_woken(&reactor, &count);
        polled = poll(&mut connect, &waker);
    }
    let why = "the connect was refused after its start: its future must be ready with the error of `connect_outcome`";
    assert!(matches!(polled, Poll::Ready(Err(_))), "{why}");
}

/// After a second, the system repeats a connect that was not answered.
#[cfg(unix)]
#[test]
fn a_connect_in_progress_is_pending_until_the_listener_has_room() {
    let full = Full::default();
    let address = full.address();
    let (go_on, may_go_on) = channel();
    thread::spawn(move || {
        // A connect that blocks is ended by the listener.
        if may_go_on.recv_timeout(BLOCKED) == Ok("started") {
            let _ = may_go_on.recv();
        }
        drop(may_go_on);
        full.make_room().incoming().collect::<Vec<_>>()
    });
    let reactor = Reactor::new().unwrap();
    let (count, waker) = Count::new();
    let mut connects = [(); 2].map(|()| TcpStream::connect(&reactor, address));
    let blocked = go_on.send("started").is_err();
    assert!(!blocked, "a connect blocked the thread: make the socket non-blocking before it connects");
    // The second poll of each is spurious.
    for index in [0, 1, 0, 1] {
        match poll(&mut connects[index], &waker) {
            Poll::Pending => assert_eq!(count.get(), 0, "{SPINS}"),
            Poll::Ready(Ok(_)) => panic!("the connect is in progress, but the future is ready"),
            Poll::Ready(Err(error)) => {
                panic!("\"in progress\" is no error, but the future returned: {error}")
            }
        }
        // One more for each connect that was polled.
        assert!(Arc::strong_count(&count) >= 3 + index, "{FORGETS}");
    }
    let [mut connect, dropped] = connects;
    drop(dropped);
    assert_eq!(Arc::strong_count(&count), 3, "a dropped connect left its waker in the reactor");
    go_on.send("accept").unwrap();
    assert_is_woken(&reactor, &count);
    match poll(&mut connect, &waker) {
        Poll::Ready(Ok(_)) => {}
        Poll::Ready(Err(_)) => panic!("the connection was made, and the future returned an error"),
        Poll::Pending => {
            panic!("the connection was made, and the future waits on: each poll asks `connect_outcome`")
        }
    }
    let again = catch_unwind(AssertUnwindSafe(|| poll(&mut connect, &waker)));
    let why = "the future was ready with its stream, and keeps a part of it: a further poll must panic";
    assert!(again.is_err(), "{why}");
}

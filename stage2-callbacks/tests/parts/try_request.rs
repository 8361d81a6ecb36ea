//! How a try sends its request.

#![cfg_attr(not(target_os = "linux"), allow(unused_imports, reason = "some of the tests are for Linux"))]

use std::io::Write;
use std::ops::Range;

use common::Options;
use test_tools::socket::reset;

use crate::tools::{Fetch, listen, one_try, reaches, setup, turn_until, watch};

const SPINS: &str =
    "a turn does not end: while the peer does not read, `writable` must return to the event loop";

const ENDED: &str = "the connection was reset, and no other try follows: return the error, and the callback passes it to \
    `failed`";

/// More than the kernel stores for a peer that does not read.
const LARGE: usize = 8 << 20;

#[test]
fn a_connected_try_sends_its_request() {
    watch(SPINS, || {
        let (fetch, listener) = Fetch::begin();
        let (_stream, request) =
            fetch.accept(&listener, "the request does not come: a connected try must send it");
        assert!(request.starts_with("GET / HTTP/1.0\r\n"), "the server got another request: {request}");
        assert_eq!(request.matches("GET").count(), 1, "the server got the request more than once");
    });
}

#[test]
fn a_try_that_has_sent_its_request_reads() {
    watch(SPINS, || {
        let (fetch, listener) = Fetch::begin();
        let (mut stream, _) = fetch.accept(&listener, "the request does not come");
        stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n").unwrap();
        let hint = "the request is sent, and the answer is not read: go on with `receive`";
        reaches(&fetch.reactor, &["s2-readable"], hint, || {
            fetch.reactor.buffer().starts_with(b"HTTP").then_some(())
        });
    });
}

#[test]
fn a_reset_connection_ends_one_try() {
    watch(SPINS, || {
        let (listener, address) = listen();
        let options = Options { max_tries: 2, ..one_try() };
        let fetch = Fetch::start_on(&setup().0, address, &large_path(), options, || {});
        let accept = || listener.accept().ok();
        reset(fetch.turn_until("the fetch does not connect", accept).0);
        turn_until(&fetch.reactor, ENDED, accept);
    });
}

#[test]
fn a_try_that_has_sent_its_request_can_still_write() {
    watch(SPINS, || {
        let (fetch, listener) = Fetch::begin();
        let (stream, _) = fetch.accept(&listener, "the request does not come");
        stream.set_nonblocking(true).unwrap();
        let is_at_end = stream.peek(&mut [0]).is_ok_and(|count| count == 0);
        assert!(
            !is_at_end,
            "the fetch has shut its connection down after the request: to a server, it looks as if the client has left"
        );
    });
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_write_is_repeated() {
    watch(SPINS, || {
        let (fetch, listener) = Fetch::begin();
        crate::tools::calls::interrupt_write();
        let hint = "a signal has interrupted a write (`Interrupted`), and the request does not come: write again, at once \
        or at the next event";
        fetch.accept(&listener, hint);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_try_that_was_connecting_writes_on_at_the_next_event() {
    watch(SPINS, || {
        let (fetch, listener) = Fetch::begin();
        crate::tools::calls::call_unconnected_in_progress();
        crate::tools::calls::block_write_after(10);
        let why = "the connect was in progress, so the callback of the stream is `connected`. Then a write has taken a \
            part, and the next event must call `writable`, for the rest: `wait_for` it, each time";
        let (_stream, request) = fetch.accept(&listener, why);
        assert_eq!(request.matches("GET").count(), 1, "{why}");
    });
}

/// On Linux, a write is one system call, which the test counts.
#[cfg(target_os = "linux")]
#[test]
fn a_write_waits_for_room_and_not_for_bytes() {
    watch(SPINS, || {
        let (listener, address) = listen();
        let fetch = Fetch::start_on(&setup().0, address, &large_path(), one_try(), || {});
        let (mut stream, _) = fetch.turn_until("the fetch does not connect", || listener.accept().ok());
        stream.write_all(b"HTTP/1.0 414 URI Too Long\r\n").unwrap();
        let turns = |mut turns: Range<usize>| {
            fetch.turn_until("some turns end", || turns.next().is_none().then_some(()));
        };
        // The kernel takes a part of the request.
        turns(0..20);
        let (before, _) = crate::tools::calls::counts();
        turns(0..20);
        let writes = crate::tools::calls::counts().0 - before;
        assert!(
            writes < 10,
            "the server does not read, and there were {writes} writes in 20 turns: wait for `Interest::WRITABLE` alone, \
            because bytes that have come and are not read would be an event at each registration"
        );
    });
}

/// Returns a path of a length that makes a request `LARGE`. No two parts of it are alike.
fn large_path() -> String {
    (0..LARGE / 64).map(|number| format!("/{number:063x}")).collect()
}

#[test]
fn a_large_request_is_written_in_parts() {
    watch(SPINS, || {
        let ((listener, address), path) = (listen(), large_path());
        let fetch = Fetch::start_on(&setup().0, address, &path, one_try(), || {});
        let hint = "only a part of the request comes: write until `unsent` is empty, keep there what is left, and \
            `wait_for` an event with `Interest::WRITABLE` and `writable`";
        let (_stream, request) = fetch.accept(&listener, hint);
        let rest = request.strip_prefix("GET ").and_then(|rest| rest.strip_prefix(&path));
        let is_whole = rest.is_some_and(|rest| rest.starts_with(" HTTP/1.0\r\n") && rest.len() < 1000);
        assert!(is_whole, "the parts do not make up the request: write on where the last write ended");
    });
}

//! How a try sends its request.

use std::fmt::Display;
use std::io::Write;

use common::Options;
use test_tools::socket::reset;

use crate::tools::{Fetch, LARGE, listen, one_try, turn_until, turns_in_a_moment};

const ENDED: &str = "the connection was reset, and no other try follows: return the error, and the callback passes it to \
    `failed`";

#[test]
fn a_connected_try_sends_its_request() {
    let (fetch, listener) = Fetch::begin();
    let (_stream, request) =
        fetch.accept(&listener, "the request does not come: a connected try must send it");
    assert!(request.starts_with("GET / HTTP/1.0\r\n"), "the server got another request: {request}");
    assert_eq!(request.matches("GET").count(), 1, "the server got the request more than once");
}

#[test]
fn a_try_that_has_sent_its_request_reads() {
    let (fetch, listener) = Fetch::begin();
    let (mut stream, _) = fetch.accept(&listener, "the request does not come");
    stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n").unwrap();
    let hint = "the request is sent, and the answer is not read: go on with `receive`";
    fetch.response(hint);
}

#[test]
fn a_reset_connection_ends_one_try() {
    let (listener, address) = listen();
    let options = Options { max_tries: 2, ..one_try() };
    let fetch = Fetch::start(large_request(address), options);
    let accept = || listener.accept().ok();
    reset(fetch.turn_until("the fetch does not connect", accept).0);
    turn_until(&fetch.reactor, ENDED, accept);
}

#[test]
fn a_try_that_has_sent_its_request_can_still_write() {
    let (fetch, listener) = Fetch::begin();
    let (stream, _) = fetch.accept(&listener, "the request does not come");
    stream.set_nonblocking(true).unwrap();
    let is_at_end = stream.peek(&mut [0]).is_ok_and(|count| count == 0);
    let rule = "to a server, it looks as if the client has left";
    assert!(!is_at_end, "the fetch has shut its connection down after the request: {rule}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_write_is_repeated() {
    let (fetch, listener) = Fetch::begin();
    crate::tools::calls::fail("send", libc::EINTR);
    let hint = "a signal has interrupted a write (`Interrupted`), and the request does not come: write again, at once \
    or at the next event";
    fetch.accept(&listener, hint);
}

#[cfg(target_os = "linux")]
#[test]
fn a_write_of_no_bytes_ends_the_try() {
    let (fetch, _listener) = Fetch::begin();
    crate::tools::calls::fail("send", 0);
    let why = "a write has taken 0 bytes, and the try goes on: a stream that takes nothing, and does not say why, would be \
        asked for ever, so return the error `WriteZero`";
    let cause = fetch.error(why).cause;
    assert!(
        matches!(&cause, common::Cause::Io(error) if error.kind() == std::io::ErrorKind::WriteZero),
        "{why} ({cause})"
    );
}

/// Returns a place whose path makes a request `LARGE`. No two parts of it are alike.
fn large_request(host: impl Display) -> String {
    let path: String = (0..LARGE / 64).map(|number| format!("/{number:063x}")).collect();
    format!("{host}{path}")
}

/// Asserts that a request is the one for this place.
#[track_caller]
fn assert_is_whole(request: &str, place: &str, rule: &str) {
    let path = &place[place.find('/').expect("it has a path")..];
    let rest = request.strip_prefix("GET ").and_then(|rest| rest.strip_prefix(path));
    let is_whole = rest.is_some_and(|rest| rest.starts_with(" HTTP/1.0\r\n") && rest.len() < 1000);
    assert!(is_whole, "the parts do not make up the request: {rule}");
}

/// On some systems, a socket whose connect is in progress says so.
#[cfg(target_os = "linux")]
#[test]
fn a_try_that_was_connecting_writes_on_at_the_next_event() {
    let (listener, address) = listen();
    let place = large_request(address);
    let fetch = Fetch::start(&place, one_try());
    crate::tools::calls::fail("getpeername", libc::EINPROGRESS);
    let why = "the connect was in progress, so the callback of the stream is `connected`. Then a write has taken a \
        part, and the next event must call `writable`, for the rest: `wait_for` it, each time";
    let (_stream, request) = fetch.accept(&listener, why);
    assert_is_whole(&request, &place, why);
}

#[cfg(target_os = "linux")]
#[test]
fn a_request_may_be_taken_byte_by_byte() {
    let (listener, address) = listen();
    let place = format!("{address}/{}", "path".repeat(500));
    crate::tools::calls::send_at_most(1);
    let fetch = Fetch::start(&place, one_try());
    let rule = "each write has taken one byte, and the request does not come: after any number of writes, write on, or `wait_for` an \
        event. A stream that has room and is not registered anew reports nothing";
    let (_stream, request) = fetch.accept(&listener, rule);
    assert_is_whole(&request, &place, rule);
}

#[test]
fn a_write_waits_for_room_and_not_for_bytes() {
    let (listener, address) = listen();
    let fetch = Fetch::start(large_request(address), one_try());
    let (mut stream, _) = fetch.turn_until("the fetch does not connect", || listener.accept().ok());
    stream.write_all(b"HTTP/1.0 414 URI Too Long\r\n").unwrap();
    let mut turns = 0..20;
    // The kernel takes a part of the request.
    fetch.turn_until("some turns end", || turns.next().is_none().then_some(()));
    let turns = turns_in_a_moment(&fetch.reactor);
    let rule = "wait for `Interest::WRITABLE` alone, because bytes that have come and are not read would be an event at \
        each registration";
    assert!(turns < 5, "the server does not read, and the loop does not wait ({turns} turns): {rule}");
}

#[test]
fn a_large_request_is_written_in_parts() {
    let (listener, address) = listen();
    let place = large_request(address);
    let fetch = Fetch::start(&place, one_try());
    let hint = "only a part of the request comes: write until `unsent` is empty, keep there what is left, and \
        `wait_for` an event with `Interest::WRITABLE` and `writable`";
    let (_stream, request) = fetch.accept(&listener, hint);
    let rule = "write on where the last write ended, also at the next event, when all local variables are gone: remove what it has \
        taken from the beginning of `unsent`";
    assert_is_whole(&request, &place, rule);
}

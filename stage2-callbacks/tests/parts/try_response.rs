//! How a try reads the answer.

use std::io::Write;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::rc::Rc;

use common::{Options, Phase};
use test_tools::socket::reset;

use crate::tools::{Fetch, dispatch_all, listen, note, one_try, setup, turn_until, turns_in_a_moment};

const EMPTY: &str = "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n";

const UNREAD: &str = "bytes are left unread: no further event reports them";

/// Starts a fetch whose answer begins with these bytes. Returns it with its connection.
fn answered(answer: &str) -> (Fetch, TcpStream) {
    let (fetch, listener) = Fetch::begin();
    let mut stream = accept(&fetch, &listener);
    stream.write_all(answer.as_bytes()).unwrap();
    (fetch, stream)
}

fn accept(fetch: &Fetch, listener: &TcpListener) -> TcpStream {
    fetch.accept(listener, "the request does not come").0
}

#[test]
fn an_answer_and_its_end_may_come_before_the_first_wait() {
    let (fetch, stream) = answered("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\na body");
    // The connection's end is the body's end, and both are there at the first event.
    stream.shutdown(Shutdown::Both).unwrap();
    let hint = "an answer and its end have come with one event, and the fetch waits on: read until `WouldBlock`, and \
        give a read of 0 bytes to the decoder, too";
    let response = fetch.result(hint).unwrap_or_else(|error| {
        let why = match error.cause.kind() {
            "too-large" => {
                "the decoder got more than the server has sent: give it the bytes that were read, and no others"
            }
            _ => "the end of the connection is the end of this body, so it is no error",
        };
        panic!("{why}: {error}")
    });
    assert_eq!(response.body, b"a body", "the body is not what the server sent");
}

#[test]
fn an_answer_may_come_in_parts_and_an_event_for_nothing() {
    let (fetch, mut stream) = answered("");
    for part in ["HTTP/1.0 200 OK\r\n", "Content-Length: 7\r\n\r\n7", " by"] {
        stream.write_all(part.as_bytes()).unwrap();
        let mut turns = 0..5;
        fetch.turn_until("", || {
            dispatch_all(&fetch.reactor);
            turns.next().is_none().then_some(())
        });
    }
    // Nothing comes now.
    let turns = turns_in_a_moment(&fetch.reactor);
    assert!(turns < 5, "the loop does not wait: after `WouldBlock`, nothing is to be posted ({turns} turns)");
    stream.write_all(b"tes").unwrap();
    let response = fetch.response("the rest of the answer has come, and no callback has read it");
    assert_eq!(response.tries, 1, "the response has no tries: `Attempt::finish` adds them, and the time");
    assert_eq!(response.body, b"7 bytes", "the body is not what the server sent");
}

#[test]
fn an_answer_may_take_more_reads_than_are_allowed_in_a_row() {
    let (fetch, _stream) = answered(EMPTY);
    // One byte for each read.
    fetch.reactor.buffer().truncate(1);
    fetch.response("bytes are left unread after many reads in a row: `post` the token to go on");
    let last = fetch.reactor.buffer()[0];
    assert_eq!(last, b'\n', "the answer was not read into `buffer()`, which all fetches share");
}

#[test]
fn a_short_answer_ends_before_a_long_one() {
    let (reactor, log) = setup();
    let (listener, address) = listen();
    let fetches = ["long", "short"].map(|name| {
        let fetch = Fetch::start_on(&reactor, address, one_try(), note(&log, name));
        let stream = accept(&fetch, &listener);
        (fetch, stream)
    });
    // One byte for each read: a short answer takes many reads, and a long one takes many turns.
    reactor.buffer().truncate(1);
    // Both answers have come as a whole before the next turn.
    for ((_, stream), length) in fetches.iter().zip([1000, 0]) {
        let answer = format!("HTTP/1.0 200 OK\r\nContent-Length: {length}\r\n\r\n{:length$}", "");
        (&*stream).write_all(answer.as_bytes()).unwrap();
    }
    fetches.iter().for_each(|(fetch, _)| assert_eq!(fetch.response(UNREAD).status, 200));
    let why = "a long answer starves the others: read at most a few times in a row";
    assert_eq!(*log.borrow(), ["short", "long"], "{why}");
}

#[test]
fn an_answer_that_is_not_http_is_an_error() {
    let (fetch, _stream) = answered("not HTTP");
    let error = fetch.error("the answer is refused, and the fetch does not end: its error is lost");
    let found = (error.phase, error.cause.kind());
    let rule = "the error must be that of `decode`, but is";
    assert_eq!(found, (Phase::Decoding, "bad-response"), "{rule}: {error}");
}

#[test]
fn a_reset_connection_ends_one_try() {
    let (listener, address) = listen();
    let fetch = Fetch::start(address, Options { max_tries: 2, ..one_try() });
    reset(accept(&fetch, &listener));
    let hint = "the connection was reset, and no other try follows: return the error, and the callback passes it to \
    `failed`";
    turn_until(&fetch.reactor, hint, || listener.accept().ok());
}

/// Other systems may throw away what has come before a reset.
#[cfg(target_os = "linux")]
#[test]
fn a_reset_that_follows_an_answer_is_no_error() {
    let (fetch, stream) = answered(EMPTY);
    reset(stream);
    let error = fetch.result("a whole answer has come, and the fetch does not end").err();
    let why = "a whole answer has come, and the read after it has failed the fetch: decode what a read has brought \
        before the next read, whose error is of no matter then";
    assert!(error.is_none(), "{why}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_read_is_repeated() {
    let (fetch, _stream) = answered(EMPTY);
    crate::tools::calls::fail("recv", libc::EINTR);
    let hint = "a signal has interrupted a read (`Interrupted`), and the answer is left unread: no event reports it \
        again, so read again at once";
    let error = fetch.result(hint).err();
    let why = "a signal has interrupted a read (`Interrupted`), which is no error: read again";
    assert!(error.is_none(), "{why}");
}

#[test]
fn the_end_of_a_fetch_finds_the_buffer_free() {
    let (reactor, _) = setup();
    let (listener, address) = listen();
    let buffers = Rc::clone(&reactor);
    let fetch = Fetch::start_on(&reactor, address, one_try(), move || buffers.buffer().fill(0));
    let mut stream = accept(&fetch, &listener);
    stream.write_all(EMPTY.as_bytes()).unwrap();
    fetch.response("the whole answer has come, and the fetch does not end");
}

//! How a try sends its request.

mod tools;

use std::io::Write;

use common::Phase;
use contract::{reset, watched_or};
use tools::{Fetch, listen, one_try, reaches, setup};

const SPINS: &str =
    "a turn does not end: while the peer does not read, `writable` must return to the event loop";

/// More than the kernel stores for a peer that does not read.
const LARGE: usize = 8 << 20;

#[test]
fn a_connected_try_sends_its_request() {
    let (listener, address) = listen();
    let fetch = Fetch::start(address, one_try());
    let (_stream, request) =
        fetch.accept(&listener, "the request does not come: a connected try must send it");
    assert!(request.starts_with("GET / HTTP/1.0\r\n"), "the server got another request: {request}");
    assert_eq!(request.matches("GET").count(), 1, "the server got the request more than once");
}

#[test]
fn a_try_that_has_sent_its_request_reads() {
    let (listener, address) = listen();
    let fetch = Fetch::start(address, one_try());
    let (mut stream, _) = fetch.accept(&listener, "the request does not come");
    stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n").unwrap();
    let hint = "the request is sent, and the answer is not read: go on with `receive`";
    reaches(&fetch.reactor, &["s2-readable"], hint, || {
        fetch.reactor.buffer().starts_with(b"HTTP").then_some(())
    });
}

/// Returns a path of a length that makes a request `LARGE`. No two parts of it are alike.
fn large_path() -> String {
    (0..LARGE / 64).map(|number| format!("/{number:063x}")).collect()
}

#[test]
fn a_large_request_is_written_in_parts() {
    watched_or(
        || {
            let ((listener, address), path) = (listen(), large_path());
            let fetch = Fetch::start_on(&setup().0, address, &path, one_try(), || {});
            let hint = "only a part of the request comes: write on at the next event, until all is written";
            let (_stream, request) = fetch.accept(&listener, hint);
            let rest = request.strip_prefix("GET ").and_then(|rest| rest.strip_prefix(&path));
            let is_whole = rest.is_some_and(|rest| rest.starts_with(" HTTP/1.0\r\n") && rest.len() < 1000);
            assert!(is_whole, "the parts do not make up the request: write on where the last write ended");
        },
        || SPINS.to_owned(),
    );
}

#[test]
fn a_reset_connection_is_an_error() {
    watched_or(
        || {
            let (listener, address) = listen();
            let fetch = Fetch::start_on(&setup().0, address, &large_path(), one_try(), || {});
            let (stream, _) = fetch.turn_until("the fetch does not connect", || listener.accept().ok());
            reset(stream);
            let error = fetch
                .error("the connection was reset, and the fetch does not end: the error of `write` is lost");
            assert_eq!(
                (error.phase, error.cause.kind()),
                (Phase::Sending, "reset"),
                "another error: {error}"
            );
        },
        || SPINS.to_owned(),
    );
}

//! Whether a try is connected. Loopback connects at once, so a listener whose queue is full keeps a connect in progress.

mod tools;

use std::io::ErrorKind;
use std::net::TcpListener;
use std::time::Duration;

use common::{Cause, FetchError, Options, Phase};
use contract::{Full, refusing, watched_or};
use tools::{Fetch, listen, one_try, reaches};

const SPINS: &str = "the fetch does not return to the event loop while its connect is in progress";

const SILENT: &str = "the connect has ended, and no callback was called: wait for it to be writable";

#[track_caller]
fn assert_is_refusal(error: &FetchError) {
    assert_eq!(error.phase, Phase::Connecting, "a refused connect was taken for a connection ({error})");
    let Cause::Connect(reason) = &error.cause else { panic!("a refused connect is another error: {error}") };
    assert_eq!(reason.kind(), ErrorKind::ConnectionRefused, "`take_error` has the reason, not `peer_addr`");
}

/// Asserts that the fetch sends something.
#[track_caller]
fn assert_sends(fetch: &Fetch, listener: &TcpListener, hint: &str) {
    listener.set_nonblocking(true).unwrap();
    let mut accepted = Vec::new();
    let has_sent = || {
        accepted.extend(listener.accept().map(|(stream, _)| stream));
        accepted.iter().for_each(|stream| stream.set_nonblocking(true).unwrap());
        // The connections that had filled a queue send nothing.
        accepted.iter().find_map(|stream| stream.peek(&mut [0]).ok().filter(|&count| count > 0))
    };
    reaches(&fetch.reactor, &["s2-writable"], hint, has_sent);
}

#[test]
fn a_connected_try_goes_on_to_send() {
    let (listener, address) = listen();
    let fetch = Fetch::start(address, one_try());
    assert_sends(&fetch, &listener, "the fetch is connected, and sends nothing");
}

#[test]
fn a_refused_connect_is_an_error_with_its_reason() {
    let (_bound, address) = refusing();
    let fetch = Fetch::start(address, one_try());
    assert_is_refusal(&fetch.error("the fetch waits on: a stream that was refused never gets a peer"));
}

#[test]
fn a_connect_in_progress_is_no_connection() {
    watched_or(
        || {
            let full = Full::default();
            let timeout = Duration::from_millis(200);
            let fetch = Fetch::start(full.address(), Options { timeout, ..one_try() });
            let error = fetch.error("the fetch neither connects nor times out");
            assert_eq!(error.phase, Phase::Connecting, "a connect in progress was taken for a connection");
            assert!(
                error.elapsed >= timeout,
                "a connect in progress is no error: wait for the next event ({error})"
            );
        },
        || SPINS.to_owned(),
    );
}

#[test]
fn a_connect_in_progress_may_succeed() {
    watched_or(
        || {
            let full = Full::default();
            let fetch = Fetch::start(full.address(), one_try());
            fetch.turn_until("no connect is in progress", || full.is_awaited().then_some(()));
            assert_sends(&fetch, &full.make_room(), SILENT);
        },
        || SPINS.to_owned(),
    );
}

#[test]
fn a_connect_in_progress_may_be_refused() {
    watched_or(
        || {
            let full = Full::default();
            let fetch = Fetch::start(full.address(), one_try());
            fetch.turn_until("no connect is in progress", || full.is_awaited().then_some(()));
            // The system repeats the connect after a second, and no listener is left.
            drop(full);
            assert_is_refusal(&fetch.error(SILENT));
        },
        || SPINS.to_owned(),
    );
}

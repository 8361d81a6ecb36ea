//! Whether a try is connected. Loopback connects at once, so a listener whose queue is full keeps a connect in progress.

mod tools;

use std::io::ErrorKind;
use std::time::Duration;

use common::{Cause, FetchError, Options, Phase};
use contract::{Full, refusing, watched_or};
use tools::{Fetch, one_try};

#[track_caller]
fn assert_is_refusal(error: &FetchError) {
    assert_eq!(error.phase, Phase::Connecting, "a refused connect was taken for a connection ({error})");
    let Cause::Connect(reason) = &error.cause else { panic!("a refused connect is another error: {error}") };
    assert_eq!(reason.kind(), ErrorKind::ConnectionRefused, "`take_error` has the reason, not `peer_addr`");
}

#[test]
fn a_refused_connect_is_an_error_with_its_reason() {
    let (_bound, address) = refusing();
    let fetch = Fetch::start(address, one_try());
    let error =
        fetch.error("a connect was refused, and the fetch waits on: a refused stream never gets a peer");
    assert_is_refusal(&error);
}

#[test]
fn a_connect_in_progress_is_no_connection() {
    watched_or("the fetch does not return to the event loop while its connect is in progress", || {
        let full = Full::default();
        let timeout = Duration::from_millis(200);
        let fetch = Fetch::start(full.address(), Options { timeout, ..one_try() });
        let error = fetch.error("the fetch neither connects nor times out");
        assert_eq!(error.phase, Phase::Connecting, "a connect in progress was taken for a connection");
        assert!(
            error.elapsed >= timeout,
            "a connect in progress is no error: wait for the next event ({error})"
        );
    });
}

#[test]
fn the_end_of_a_connect_in_progress_is_an_event() {
    watched_or("the fetch does not return to the event loop while its connect is in progress", || {
        let full = Full::default();
        let fetch = Fetch::start(full.address(), one_try());
        fetch.turn_until("no connect is in progress", || full.is_awaited().then_some(()));
        // The system repeats the connect after a second, and no listener is left.
        drop(full);
        let error = fetch
            .error("the connect has ended, and no callback was called: register one while it is in progress");
        assert_is_refusal(&error);
    });
}

//! Whether a try is connected. Loopback connects at once, so a listener whose queue is full keeps a connect in progress.

#![cfg_attr(not(target_os = "linux"), allow(unused_imports, reason = "some of the tests are for Linux"))]

use std::io::ErrorKind;
use std::time::Duration;

use common::{Cause, FetchError, Options, Phase};
use test_tools::full_listener::Full;
use test_tools::socket::refusing;

use crate::tools::{Fetch, THREE_PAUSES, dispatch_all, one_try, turns_in_a_moment};

const SILENT: &str = "the connect has ended, and the fetch waits on: has it waited for its stream to be writable, \
    with `connected` as the callback?";

const RETURN: &str = "return the error, and the callback passes it to `failed`, once";

#[track_caller]
fn assert_is_refusal(error: &FetchError) {
    let why = match error.phase {
        Phase::Connecting => {
            "the reason of a refused connect is lost: `take_error` has it, not `peer_addr`, and only its first call returns \
                it, so ask `connect_outcome` once, and keep what it returns"
        }
        _ => "a refused connect was taken for a connection",
    };
    let is_refusal =
        matches!(&error.cause, Cause::Connect(reason) if reason.kind() == ErrorKind::ConnectionRefused);
    assert!(is_refusal, "{why} ({error})");
}

#[test]
fn a_connected_try_goes_on_to_send() {
    let (fetch, listener) = Fetch::begin();
    fetch.accept(&listener, "the fetch is connected, and sends nothing");
}

/// On Linux, a connect to loopback has ended when the call returns.
#[cfg(target_os = "linux")]
#[test]
fn a_connect_that_has_ended_at_once_is_not_waited_for() {
    let (fetch, listener) = Fetch::begin();
    let (stream, _) = fetch.turn_until("the fetch does not connect", || listener.accept().ok());
    stream.set_nonblocking(true).unwrap();
    let why = "the connect had ended before the first event, and the fetch waits for one: ask the socket first, and \
        register only at `WouldBlock`";
    assert!(stream.peek(&mut [0]).is_ok(), "{why}");
}

#[test]
fn a_refused_connect_is_an_error_with_its_reason() {
    let (_bound, address) = refusing();
    let fetch = Fetch::start(address, one_try());
    let hint = "the connect was refused, and the fetch waits on. A refused stream never gets a peer; only the \
        first `take_error` returns the reason, as `Ok(Some(reason))`, and `?` does not return that";
    assert_is_refusal(&fetch.error(hint));
}

#[test]
fn a_refused_connect_is_one_failed_try() {
    let (_bound, address) = refusing();
    let fetch = Fetch::start(address, Options { max_tries: 4, ..one_try() });
    let error = fetch.error("the connect was refused four times, and the fetch does not end");
    assert_eq!(error.tries, 4, "a refused connect has ended the fetch before its last try: {RETURN}");
    assert!(error.elapsed >= THREE_PAUSES, "one refused connect has failed two tries: {RETURN}");
}

/// Starts a fetch, whose connect stays in progress. Returns it, and the listener that it connects to.
#[track_caller]
fn begin_in_progress(options: Options) -> (Fetch, Full) {
    let full = Full::default();
    let fetch = Fetch::start(full.address(), options);
    fetch.turn_until("no connect is in progress", || full.is_awaited().then_some(()));
    (fetch, full)
}

#[test]
fn a_connect_in_progress_is_no_connection() {
    let full = Full::default();
    let timeout = Duration::from_millis(200);
    let fetch = Fetch::start(full.address(), Options { timeout, ..one_try() });
    let error = fetch.error("the fetch neither connects nor times out");
    assert_eq!(error.phase, Phase::Connecting, "a connect in progress was taken for a connection");
    assert!(error.elapsed >= timeout, "a connect in progress is no error: wait for the next event ({error})");
}

// mio 1942: how to know that a connect has ended. Writable is not connected.
#[test]
fn a_connect_in_progress_is_not_over_at_an_event() {
    // The event must come before the timeout, also on a machine that is busy.
    let timeout = Duration::from_millis(1500);
    let (fetch, _full) = begin_in_progress(Options { timeout, ..one_try() });
    dispatch_all(&fetch.reactor);
    let error = fetch.error("an event came for nothing, and the fetch neither connects nor times out");
    let why = "an event came while the connect was in progress, and was taken for its end: an event may come for \
        nothing, so let it call `connected`, which asks again, and waits again at `WouldBlock`";
    assert!(error.phase == Phase::Connecting && error.elapsed >= timeout, "{why}");
}

#[test]
fn a_connect_in_progress_is_asked_for_only_at_an_event() {
    let (fetch, _full) = begin_in_progress(one_try());
    let turns = turns_in_a_moment(&fetch.reactor);
    let rule = "register the callback, by `wait_for`, and return. Do not post it: a posted callback ends each turn at once";
    let why =
        format!("no event has come, and the loop is busy until the connect ends ({turns} turns): {rule}");
    assert!(turns < 5, "{why}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_connect_in_progress_has_another_error_on_some_systems() {
    let (fetch, listener) = Fetch::begin();
    crate::tools::calls::fail("getpeername", libc::EINPROGRESS);
    fetch.accept(&listener, SILENT);
}

#[test]
fn a_connect_in_progress_may_succeed() {
    let (fetch, full) = begin_in_progress(one_try());
    fetch.accept(&full.make_room(), SILENT);
}

#[test]
fn a_connect_in_progress_may_be_refused() {
    let (fetch, full) = begin_in_progress(one_try());
    // The system repeats the connect after a second, and no listener is left.
    drop(full);
    assert_is_refusal(&fetch.error(SILENT));
}

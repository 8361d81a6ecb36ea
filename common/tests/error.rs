//! What went wrong: kinds, and what the operating system's errors mean.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use common::{Cause, FetchError, Phase};
use url::Url;

fn kind(error: ErrorKind, phase: Phase) -> &'static str {
    Cause::from_io(error.into(), phase).kind()
}

fn error(phase: Phase, tries: u32, cause: Cause) -> FetchError {
    let url = Arc::new(Url::parse("http://site.example/").expect("a URL"));
    FetchError::new(&url, phase, tries, Duration::ZERO, cause)
}

#[test]
fn an_error_while_resolving_is_of_the_name() {
    assert_eq!(kind(ErrorKind::NotFound, Phase::Resolving), "dns");
}

#[test]
fn an_error_while_connecting_is_of_the_connection() {
    for error in [ErrorKind::ConnectionRefused, ErrorKind::HostUnreachable, ErrorKind::NetworkUnreachable] {
        assert_eq!(kind(error, Phase::Connecting), "connect", "{error}");
    }
}

#[test]
fn a_broken_connection_is_a_reset() {
    for error in [ErrorKind::ConnectionReset, ErrorKind::ConnectionAborted, ErrorKind::BrokenPipe] {
        for phase in [Phase::Connecting, Phase::Sending, Phase::Reading] {
            assert_eq!(kind(error, phase), "reset", "{error} while {phase}");
        }
    }
}

#[test]
fn time_that_is_up_is_a_timeout_in_every_phase() {
    for phase in [Phase::Resolving, Phase::Connecting, Phase::Sending, Phase::Reading] {
        assert_eq!(kind(ErrorKind::TimedOut, phase), "timeout");
    }
}

/// Unix says so of the time limit of a socket, and of a thread that it does not give to the resolver.
#[test]
fn would_block_is_a_timeout_of_sockets_alone() {
    for phase in [Phase::Connecting, Phase::Sending, Phase::Reading] {
        assert_eq!(kind(ErrorKind::WouldBlock, phase), "timeout");
    }
    assert_eq!(kind(ErrorKind::WouldBlock, Phase::Resolving), "dns");
}

#[test]
fn any_other_error_is_of_input_and_output() {
    assert_eq!(kind(ErrorKind::PermissionDenied, Phase::Reading), "io");
}

#[test]
fn the_message_says_what_where_and_on_which_try() {
    let message = error(Phase::Reading, 3, Cause::Closed).to_string();
    assert_eq!(message, "connection closed without an answer while reading (try 3)");
}

#[test]
fn the_message_ends_with_what_the_system_said() {
    let error = error(Phase::Connecting, 1, Cause::Connect(io::Error::other("no road")));
    assert_eq!(error.to_string(), "no connection while connecting (try 1): no road");
}

#[test]
fn what_was_never_tried_has_no_try_in_its_message() {
    let message = error(Phase::Resolving, 0, Cause::UnsupportedScheme("https".into())).to_string();
    assert_eq!(message, "the scheme `https` is not spoken, only `http`");
}

#[test]
fn the_cause_and_its_source_can_be_followed() {
    let error = error(Phase::Reading, 1, Cause::Reset(io::Error::other("torn")));
    let cause = error.source().unwrap();
    assert_eq!(cause.to_string(), "connection reset");
    assert_eq!(cause.source().unwrap().to_string(), "torn");
}

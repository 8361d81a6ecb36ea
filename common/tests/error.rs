//! Kinds of errors, and what I/O errors mean.

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
fn an_error_while_resolving_is_of_kind_dns() {
    assert_eq!(kind(ErrorKind::NotFound, Phase::Resolving), "dns");
}

#[test]
fn an_error_while_connecting_is_of_kind_connect() {
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
fn timed_out_is_a_timeout_in_every_phase() {
    for phase in [Phase::Resolving, Phase::Connecting, Phase::Sending, Phase::Reading] {
        assert_eq!(kind(ErrorKind::TimedOut, phase), "timeout");
    }
}

/// Unix reports the time limit of a socket like this, but also that no thread for the resolver can be started.
#[test]
fn would_block_is_a_timeout_only_on_sockets() {
    for phase in [Phase::Connecting, Phase::Sending, Phase::Reading] {
        assert_eq!(kind(ErrorKind::WouldBlock, phase), "timeout");
    }
    assert_eq!(kind(ErrorKind::WouldBlock, Phase::Resolving), "dns");
}

#[test]
fn any_other_error_is_of_kind_io() {
    assert_eq!(kind(ErrorKind::PermissionDenied, Phase::Reading), "io");
}

#[test]
fn the_message_names_the_cause_the_phase_and_the_try() {
    let message = error(Phase::Reading, 3, Cause::Closed).to_string();
    assert_eq!(message, "connection closed without an answer while reading (try 3)");
}

#[test]
fn the_message_ends_with_the_systems_message() {
    let error = error(Phase::Connecting, 1, Cause::Connect(io::Error::other("no road")));
    assert_eq!(error.to_string(), "no connection while connecting (try 1): no road");
}

#[test]
fn an_error_without_a_try_names_none() {
    let message = error(Phase::Resolving, 0, Cause::UnsupportedScheme("https".into())).to_string();
    assert_eq!(message, "the scheme `https` is not supported, only `http`");
}

#[test]
fn an_error_has_its_cause_as_source() {
    let error = error(Phase::Reading, 1, Cause::Reset(io::Error::other("torn")));
    let cause = error.source().unwrap();
    assert_eq!(cause.to_string(), "connection reset");
    assert_eq!(cause.source().unwrap().to_string(), "torn");
}

//! Kinds of errors, and what I/O errors mean.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use common::{Cause, FetchError, Phase};
use url::Url;

fn error(phase: Phase, tries: u32, cause: Cause) -> FetchError {
    let url = Arc::new(Url::parse("http://site.example/").expect("a URL"));
    FetchError::new(&url, phase, tries, Duration::ZERO, cause)
}

#[test]
fn the_kind_of_an_io_error_depends_on_the_phase() {
    use Phase::{Connecting, Reading, Resolving, Sending};

    for (error, phases, kind) in [
        (ErrorKind::NotFound, &[Resolving][..], "dns"),
        (ErrorKind::ConnectionRefused, &[Connecting], "connect"),
        (ErrorKind::HostUnreachable, &[Connecting], "connect"),
        (ErrorKind::ConnectionReset, &[Connecting, Sending, Reading], "reset"),
        (ErrorKind::ConnectionAborted, &[Connecting, Sending, Reading], "reset"),
        (ErrorKind::BrokenPipe, &[Connecting, Sending, Reading], "reset"),
        (ErrorKind::TimedOut, &[Resolving, Connecting, Sending, Reading], "timeout"),
        // Unix reports the time limit of a socket like this, but also that no thread for the resolver can be started.
        (ErrorKind::WouldBlock, &[Connecting, Sending, Reading], "timeout"),
        (ErrorKind::WouldBlock, &[Resolving], "dns"),
        (ErrorKind::PermissionDenied, &[Reading], "io"),
    ] {
        for phase in phases {
            assert_eq!(Cause::from_io(error.into(), *phase).kind(), kind, "{error} while {phase}");
        }
    }
}

#[test]
fn the_message_names_the_cause_the_phase_the_try_and_what_the_system_says() {
    for (error, message) in [
        (
            error(Phase::Reading, 3, Cause::Closed),
            "connection closed without an answer while reading (try 3)",
        ),
        (
            error(Phase::Connecting, 1, Cause::Connect(io::Error::other("no road"))),
            "no connection while connecting (try 1): no road",
        ),
        (
            error(
                Phase::Resolving,
                0,
                Cause::UnsupportedScheme("`https` is not supported, only `http`".into()),
            ),
            "the scheme `https` is not supported, only `http`",
        ),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

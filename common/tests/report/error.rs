//! Kinds of errors, and what I/O errors mean.

use std::io::ErrorKind;

use common::{Cause, Phase};

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

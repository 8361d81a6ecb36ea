//! [`failure`]: what an error of a library for HTTP means for the crawl. The library wraps those of the libraries below it.

use std::error::Error;
use std::io::{self, ErrorKind::UnexpectedEof};
use std::iter::successors;

use common::{Attempt, Cause, FetchError, Phase};

/// Makes the error that ends a try. The library tells the phase; the cause is an error of a library below it.
pub fn failure(attempt: &Attempt, error: &reqwest::Error) -> FetchError {
    let phase = match error {
        _ if error.is_dns() => Phase::Resolving,
        _ if error.is_connect() => Phase::Connecting,
        _ => Phase::Reading,
    };
    attempt.enter(phase);
    let mut sources = successors(error.source(), |source| (*source).source());
    let cause = match sources.find_map(|source| cause(source, phase)) {
        _ if error.is_timeout() => Cause::Timeout,
        Some(cause) => cause,
        None => Cause::BadResponse(error.to_string().into()),
    };
    attempt.io_error(io::Error::other(cause))
}

fn cause(source: &(dyn Error + 'static), phase: Phase) -> Option<Cause> {
    // Another try may find it open.
    if source.downcast_ref().is_some_and(hyper::Error::is_incomplete_message) {
        return Some(Cause::Closed);
    }
    if let Some(error) = source.downcast_ref::<rustls::Error>() {
        return Some(Cause::Tls(error.to_string().into()));
    }
    let error = source.downcast_ref::<io::Error>()?;
    // What an I/O error holds is none of its sources.
    let held = error.get_ref().and_then(|held| cause(held, phase));
    held.or_else(|| match error.raw_os_error() {
        Some(code) => Some(Cause::from_io(io::Error::from_raw_os_error(code), phase)),
        None if error.kind() == UnexpectedEof => Some(Cause::Truncated),
        None => Some(Cause::from_io(io::Error::new(error.kind(), error.to_string()), phase)),
    })
}

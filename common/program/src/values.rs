//! Parsers for the values of options. The error of each is a message that says what is expected.

use std::fmt::Display;
use std::fs;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use common::crawl::options::MAX_TASKS;

/// A year. It is long enough, and a clock can add it without an overflow.
const YEAR: Duration = Duration::from_secs(31_536_000);

/// Returns a parser of whole numbers from `least` on.
pub fn whole<N>(least: N) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: Copy + Display + FromStr<Err = ParseIntError> + PartialOrd,
{
    move |text| match text.parse::<N>() {
        Ok(number) if number >= least => Ok(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err("too large".into()),
        _ => Err(format!("expected a whole number from {least} on")),
    }
}

/// Reads a file of certificates in PEM, which must have one. Without TLS, they are of no use, and not checked.
pub fn certificates(path: &str) -> Result<Arc<[u8]>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    #[cfg(feature = "tls")]
    if crate::tls::certificates(&bytes).map_err(|error| error.to_string())?.is_empty() {
        return Err("no certificate in PEM".into());
    }
    Ok(bytes.into())
}

/// Parses a number of fetches in flight.
pub fn tasks(text: &str) -> Result<usize, String> {
    match whole(1)(text)? {
        tasks @ ..=MAX_TASKS => Ok(tasks),
        _ => Err(format!("must be at most {MAX_TASKS}")),
    }
}

/// Parses a status of a failure.
pub fn status(text: &str) -> Result<u16, String> {
    let status = text.parse().ok().filter(|status| (400..1000).contains(status));
    status.ok_or("expected statuses from 400 to 999, separated by commas".into())
}

/// Parses a time in seconds, which may have a fraction.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().map_err(|_| "expected a number of seconds, such as 0.5")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && time <= YEAR => Ok(seconds),
        _ => Err("must be over 0 and at most 31536000 (a year)".into()),
    }
}

//! Parsers for the values of options.

use std::fmt::Display;
use std::fs;
use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use common::crawl::options::MAX_TASKS;

/// A year. It is long enough, and a clock can add it without an overflow.
const YEAR: Duration = Duration::from_secs(31_536_000);

/// Returns a parser of whole numbers from `least` on. Its error is a message that says what is expected.
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

/// The content of a file of certificates in PEM.
#[derive(Clone, Debug, Default)]
pub struct Certificates(pub Vec<u8>);

/// Reads a file of certificates.
///
/// # Errors
/// If the file cannot be read, or has no certificate: a message that says so.
pub fn certificates(path: &str) -> Result<Certificates, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let begin = b"-----BEGIN CERTIFICATE-----";
    let has_one = bytes.windows(begin.len()).any(|window| window == begin);
    if has_one { Ok(Certificates(bytes)) } else { Err("no certificate in PEM".into()) }
}

/// Parses a number of fetches in flight.
///
/// # Errors
/// If the text is no such number: a message that says what is expected.
pub fn tasks(text: &str) -> Result<usize, String> {
    match whole(1)(text)? {
        tasks @ ..=MAX_TASKS => Ok(tasks),
        _ => Err(format!("must be at most {MAX_TASKS}")),
    }
}

/// Parses a status of a failure.
///
/// # Errors
/// If the text is no such status: a message that says what is expected.
pub fn status(text: &str) -> Result<u16, String> {
    text.parse()
        .ok()
        .filter(|status| (400..1000).contains(status))
        .ok_or("expected statuses from 400 to 999, separated by commas".into())
}

/// Parses a time in seconds, which may have a fraction.
///
/// # Errors
/// If the text is no such time: a message that says what is expected.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().map_err(|_| "expected a number of seconds, such as 0.5")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && time <= YEAR => Ok(seconds),
        _ => Err("must be over 0 and at most 31536000 (a year)".into()),
    }
}

/// Parses the path of an archive.
///
/// # Errors
/// If this build has no archives: a message that says which one has.
pub fn archive(path: &str) -> Result<PathBuf, String> {
    let has_it = "this build has no --warc; use `cargo run -p stage4-async --features https -- --warc FILE`";
    if cfg!(feature = "warc") { Ok(path.into()) } else { Err(has_it.into()) }
}

/// Parses a time in whole milliseconds.
///
/// # Errors
/// If the text is no such time: a message that says what is expected.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    whole(0)(text).map(Duration::from_millis)
}

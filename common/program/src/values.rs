//! Parsers for the values of options.

use std::num::ParseIntError;
use std::time::Duration;

/// Parses a time in seconds, which may have a fraction.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    // A year is long enough, and a clock can add it without an overflow.
    if seconds > 0.0 && seconds <= 31_536_000.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("must be over 0 and at most 31536000 (a year)".into())
    }
}

/// Parses a time in whole milliseconds.
pub fn milliseconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_millis)
}

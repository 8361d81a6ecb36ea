//! [`pause`]: what a `Retry-After` asks for. [`time`]: a date of HTTP.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::date::days_before;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Returns how long from `now` a server wants to be left alone: a number of seconds, or a date (RFC 9110,
/// section 10.2.3). Returns `None` if the text is neither.
pub fn pause(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that overflows an integer is longer than anything waits.
        return Some(text.parse().map_or(Duration::MAX, Duration::from_secs));
    }
    Some(time(text)?.duration_since(now).unwrap_or_default())
}

/// Parses a date in one of the three forms of HTTP (RFC 9110, section 5.6.7).
pub fn time(text: &str) -> Option<SystemTime> {
    let words: Vec<_> = text.split([' ', ',', '-']).filter(|word| !word.is_empty()).collect();
    let (day, month, year, time) = match words[..] {
        // Sun, 06 Nov 1994 08:49:37 GMT; and Sunday, 06-Nov-94 08:49:37 GMT
        [_, day, month, year, time, "GMT"] => (day, month, year, time),
        // Sun Nov  6 08:49:37 1994
        [_, month, day, time, year] => (day, month, year, time),
        _ => return None,
    };
    let month = MONTHS.iter().position(|name| *name == month)?;
    let day = day.parse::<u64>().ok().filter(|day| (1..=31).contains(day))?;
    // Two digits are those of a year of this century: nothing asks for a pause of fifty years.
    let year = year.parse::<u64>().ok().map(|year| if year < 100 { year + 2000 } else { year });
    let year = year.filter(|year| (1970..10_000).contains(year))?;
    let parts: Vec<u64> = time.split(':').map_while(|part| part.parse().ok()).collect();
    let [hours @ 0..24, minutes @ 0..60, seconds @ 0..=60] = parts[..] else { return None };
    let days = days_before(year, month) + day - 1;
    UNIX_EPOCH.checked_add(Duration::from_secs(((days * 24 + hours) * 60 + minutes) * 60 + seconds))
}

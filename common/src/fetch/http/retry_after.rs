//! [`pause`]: what a `Retry-After` asks for.

use std::time::{Duration, SystemTime};

use httpdate::parse_http_date;

/// Returns how long from `now` a server wants to be left alone: a number of seconds, or a date (RFC 9110,
/// section 10.2.3). Returns `None` if the text is neither.
pub fn pause(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that overflows an integer is longer than anything waits.
        return Some(text.parse().map_or(Duration::MAX, Duration::from_secs));
    }
    Some(parse_http_date(text).ok()?.duration_since(now).unwrap_or_default())
}

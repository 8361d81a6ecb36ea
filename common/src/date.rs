//! [`utc`]: a time as text.

use std::time::{SystemTime, UNIX_EPOCH};

use humantime::format_rfc3339_seconds;

/// Returns a time in UTC to the second, as RFC 3339 has it: `2026-11-23T06:30:00Z`. A time before 1970 is taken as 1970.
pub fn utc(time: SystemTime) -> String {
    format_rfc3339_seconds(time.max(UNIX_EPOCH)).to_string()
}

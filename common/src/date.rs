//! [`utc`]: a time as text, without a crate for calendars.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 86_400;

/// Returns a time in UTC to the second, as RFC 3339 has it: `2026-11-23T06:30:00Z`. A time before 1970 is taken as 1970.
pub fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = civil(seconds / DAY);
    let [hour, minute, second] = [seconds % DAY / 3600, seconds % 3600 / 60, seconds % 60];
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Returns year, month and day of a day that is counted from 1970-01-01 on.
///
/// Source: `civil_from_days` of Howard Hinnant's "chrono-compatible low-level date algorithms". A year begins in March
/// here, so that the day of a leap year is its last. An era is 400 years.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468; // from 0000-03-01 on
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153; // from March on
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let is_next_year = month >= 10;
    (400 * era + year + u64::from(is_next_year), if is_next_year { month - 9 } else { month + 3 }, day)
}

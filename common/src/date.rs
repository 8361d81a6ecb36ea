//! [`utc`]: a time as text, without a crate for calendars.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 86_400;

/// Returns a time in UTC to the second, as RFC 3339 has it: `2026-11-23T06:30:00Z`. A time before 1970 is taken as 1970.
pub fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let days = seconds / DAY;
    let year = (1970..).find(|year| days < days_before(*year, 12)).expect("a day is in some year");
    let month = (0..12).find(|month| days < days_before(year, month + 1)).expect("and in one of its months");
    let (month, day) = (month + 1, days + 1 - days_before(year, month));
    let [hour, minute, second] = [seconds % DAY / 3600, seconds % 3600 / 60, seconds % 60];
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Returns the days from 1970 to the first day of a month, counted from 0, in the Gregorian calendar. The month 12 is the
/// first of the next year.
pub(crate) fn days_before(year: u64, month: usize) -> u64 {
    let leaps = |year: u64| year / 4 - year / 100 + year / 400;
    let is_leap = leaps(year) > leaps(year - 1);
    let lengths = [31, 28 + u64::from(is_leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    (year - 1970) * 365 + leaps(year - 1) - leaps(1969) + lengths[..month].iter().sum::<u64>()
}

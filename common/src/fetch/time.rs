//! Moments in the future, however far.

use std::time::{Duration, Instant};

/// Returns the moment that is `time` after `start`. A century stands for a time that no clock can tell.
pub fn after(start: Instant, time: Duration) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
    start.checked_add(time).unwrap_or(start + CENTURY)
}

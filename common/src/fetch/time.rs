//! Sums of times that cannot overflow.

use std::time::{Duration, Instant};

/// Returns `start + time`, or a century after `start` if that overflows.
pub fn after(start: Instant, time: Duration) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
    start.checked_add(time).unwrap_or(start + CENTURY)
}

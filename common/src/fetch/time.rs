//! Sums of times that cannot overflow, and a random number for pauses.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::time::{Duration, Instant};

/// Returns `start + time`, or a century after `start` if that overflows.
pub fn after(start: Instant, time: Duration) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
    start.checked_add(time).unwrap_or(start + CENTURY)
}

/// Returns a random number, at least 0 and less than 1.
pub fn random() -> f64 {
    // The standard library has no other source of random numbers.
    (RandomState::new().hash_one(()) % 1024) as f64 / 1024.0
}

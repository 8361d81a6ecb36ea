//! [`measure`]: a thing is done in batches, and their median counts.

use std::io;
use std::time::{Duration, Instant};

/// The time for which one thing is measured, about.
const BUDGET: Duration = Duration::from_millis(300);

const BATCHES: u32 = 15;

/// The most connections that are opened for one thing: each leaves an address behind that cannot be used for
/// a minute.
pub const CONNECTIONS: u64 = 2000;

/// The time that a thing takes, in nanoseconds.
#[derive(Clone, Copy)]
pub struct Takes {
    /// The median of several batches.
    pub median: f64,
    /// The times between which half of the batches lie.
    pub quartiles: [f64; 2],
}

/// Measures how long a thing takes.
///
/// `batch` does it as often as it is told, a power of two, and says how long that took. In all the batches it
/// is done at most `limit` times.
///
/// # Errors
/// If `batch` fails.
pub fn measure(limit: u64, mut batch: impl FnMut(u32) -> io::Result<Duration>) -> io::Result<Takes> {
    let started = Instant::now();
    // The batches that find the size are the first ones, when caches are cold: they do not count. Together
    // they are no more than another batch.
    let mut times = 1;
    let longest = limit / u64::from(BATCHES + 1);
    while batch(times)? < BUDGET / (2 * BATCHES) && u64::from(2 * times) <= longest && times < 1 << 30 {
        times *= 2;
    }
    let mut results = Vec::new();
    while results.len() < 3 || results.len() < BATCHES as usize && started.elapsed() < BUDGET {
        results.push(batch(times)?.as_secs_f64() * 1e9 / f64::from(times));
    }
    results.sort_unstable_by(f64::total_cmp);
    let quarter = results.len() / 4;
    let quartiles = [results[quarter], results[results.len() - 1 - quarter]];
    Ok(Takes { median: results[results.len() / 2], quartiles })
}

/// Measures what needs nothing to be prepared.
///
/// # Errors
/// If `action` fails.
pub fn measure_each(limit: u64, mut action: impl FnMut() -> io::Result<()>) -> io::Result<Takes> {
    measure(limit, |times| {
        let started = Instant::now();
        for _ in 0..times {
            action()?;
        }
        Ok(started.elapsed())
    })
}

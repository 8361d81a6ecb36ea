//! Measures how long a function takes.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Roughly the time for all samples of one line.
const ENOUGH: Duration = Duration::from_secs(2);

/// Prints the fastest and the median time of `work`, and its rate over `bytes`.
pub fn time<T>(name: &str, bytes: usize, work: impl Fn() -> T) {
    let mut samples = Vec::new();
    let start = Instant::now();
    while samples.len() < 10 || start.elapsed() < ENOUGH {
        let start = Instant::now();
        black_box(work());
        samples.push(start.elapsed());
    }
    samples.sort_unstable();
    let (fastest, median) = (samples[0], samples[samples.len() / 2]);
    let rate = bytes as f64 / 1e6 / fastest.as_secs_f64();
    println!("{name:24} {fastest:>12.2?} {median:>12.2?} {rate:>8.0} MB/s");
}

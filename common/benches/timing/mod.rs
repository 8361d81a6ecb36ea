//! How long something takes, by the clock.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long all samples of one line take together, roughly.
const ENOUGH: Duration = Duration::from_secs(2);

/// Prints how long `work` takes, which goes through so many bytes: the fastest and the median sample.
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

//! What the CPU does alone: cycles, calls, locks.

use std::hint::black_box;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::measure::{Takes, measure};

/// How fast the CPU is.
pub struct Clock {
    /// Cycles in a second.
    pub hertz: f64,
    /// Whether that follows from a measurement.
    pub is_estimate: bool,
}

/// Estimates the clock by a chain of additions and rotations, each of which needs the result before.
///
/// Each of the two takes one cycle on the CPUs of today, and a compiler finds no shorter way. Without optimization it
/// writes each result to memory, so that nothing can be told; then the clock is assumed.
///
/// # Errors
/// If measuring fails, which it does not here.
pub fn clock() -> io::Result<Clock> {
    let step = measure(u64::MAX, |times| {
        let started = Instant::now();
        let mut value = black_box(1_u64);
        let addend = black_box(0x9e37_79b9_7f4a_7c15);
        for _ in 0..times {
            value = value.wrapping_add(addend).rotate_left(1);
        }
        black_box(value);
        Ok(started.elapsed())
    })?;
    let hertz = 2e9 / step.median;
    let is_estimate = !cfg!(debug_assertions) && (1e8..1e10).contains(&hertz);
    Ok(Clock { hertz: if is_estimate { hertz } else { 3e9 }, is_estimate })
}

/// A call that is not inlined; each needs the result of the one before.
pub fn call() -> io::Result<Takes> {
    measure(u64::MAX, |times| {
        let started = Instant::now();
        let mut value = black_box(1);
        for _ in 0..times {
            value = called(value);
        }
        black_box(value);
        Ok(started.elapsed())
    })
}

#[inline(never)]
fn called(value: u64) -> u64 {
    value.wrapping_mul(3) ^ 1
}

/// Measures a lock that no other thread wants.
pub fn lock() -> io::Result<Takes> {
    let mutex = Mutex::new(0_u64);
    measure(u64::MAX, |times| {
        let started = Instant::now();
        for _ in 0..times {
            *black_box(&mutex).lock().unwrap_or_else(PoisonError::into_inner) += 1;
        }
        Ok(started.elapsed())
    })
}

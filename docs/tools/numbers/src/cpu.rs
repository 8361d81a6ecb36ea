//! What the CPU does alone: cycles, calls, locks.

use std::hint::black_box;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::measure::{Takes, measure, measure_each};

/// Estimates the cycles in a second by a chain of additions and rotations, each of which needs the result
/// before.
///
/// Each of the two takes one cycle on the CPUs of today, and a compiler finds no shorter way. Without
/// optimization it writes each result to memory, so that the estimate is too low.
///
/// # Errors
/// If measuring fails, which it does not here.
pub fn clock() -> io::Result<f64> {
    let addend = black_box(0x9e37_79b9_7f4a_7c15);
    let step = chain(|value: u64| value.wrapping_add(addend).rotate_left(1))?;
    Ok(2e9 / step.median)
}

/// Measures a call that is not inlined; each needs the result of the one before.
pub fn call() -> io::Result<Takes> {
    chain(called)
}

#[inline(never)]
fn called(value: u64) -> u64 {
    value.wrapping_mul(3) ^ 1
}

fn chain(next: impl Fn(u64) -> u64) -> io::Result<Takes> {
    measure(u64::MAX, |times| {
        let started = Instant::now();
        let mut value = black_box(1);
        for _ in 0..times {
            value = next(value);
        }
        black_box(value);
        Ok(started.elapsed())
    })
}

/// Measures a lock that no other thread wants.
pub fn lock() -> io::Result<Takes> {
    let mutex = Mutex::new(0_u64);
    measure_each(u64::MAX, || {
        *black_box(&mutex).lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Ok(())
    })
}

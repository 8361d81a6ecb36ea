//! [`lock`]: a lock of a mutex that outlives panics.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex whose value is whole at each moment: a thread that panicked has left it usable.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! [`Descriptors`]: whether a descriptor can come back to a fetch that lacks one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Notes which fetches of a crawl hold a descriptor. Its clones share the notes.
#[derive(Clone, Debug, Default)]
pub struct Descriptors(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// How many fetches hold one.
    held: usize,
    /// When one came back last.
    returned: Option<Instant>,
}

impl Descriptors {
    /// Notes that a fetch holds a descriptor, until the returned value is dropped.
    pub(crate) fn hold(&self) -> Held {
        self.lock().held += 1;
        Held { descriptors: self.clone(), is_had: true }
    }

    /// Returns whether a fetch that lacks one `since` then is to wait on: another fetch holds one, or
    /// none has come back for less than `limit`.
    pub(crate) fn may_come_back(&self, since: Instant, limit: Duration) -> bool {
        let state = self.lock();
        state.held > 0 || state.returned.map_or(since, |returned| returned.max(since)).elapsed() < limit
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A note that a fetch holds a descriptor.
#[derive(Debug)]
pub(crate) struct Held {
    descriptors: Descriptors,
    is_had: bool,
}

impl Held {
    /// Takes the note back, because the system did not give the descriptor.
    pub(crate) fn cancel(mut self) {
        self.is_had = false;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut state = self.descriptors.lock();
        state.held -= 1;
        if self.is_had {
            state.returned = Some(Instant::now());
        }
    }
}

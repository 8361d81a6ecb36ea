//! [`Descriptors`]: whether a descriptor can come back to a fetch that lacks one.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::lock::lock;

/// Counts the fetches of a crawl that hold a descriptor. Its clones share the count.
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
    /// Counts a fetch that holds a descriptor, until the returned value is dropped.
    pub(crate) fn hold(&self) -> Held {
        lock(&self.0).held += 1;
        Held { descriptors: self.clone(), was_given: true }
    }

    /// Returns whether a fetch that has lacked a descriptor since `since` should wait on.
    ///
    /// It should while another fetch holds one, and until `limit` has passed since the last one came back.
    pub(crate) fn may_come_back(&self, since: Instant, limit: Duration) -> bool {
        let state = lock(&self.0);
        state.held > 0 || state.returned.map_or(since, |returned| returned.max(since)).elapsed() < limit
    }
}

/// A fetch that holds a descriptor.
#[derive(Debug)]
pub(crate) struct Held {
    descriptors: Descriptors,
    /// Whether the system gave the descriptor.
    was_given: bool,
}

impl Held {
    /// Ends the count without a return, because the system did not give the descriptor.
    pub(crate) fn cancel(mut self) {
        self.was_given = false;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut state = lock(&self.descriptors.0);
        state.held -= 1;
        if self.was_given {
            state.returned = Some(Instant::now());
        }
    }
}

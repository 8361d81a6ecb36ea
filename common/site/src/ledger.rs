//! What the site has seen: counting, without any waiting.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// A request and its answer, or a connection that carried no request. Every time is counted from the site's start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visit {
    /// The connection's number: 0 for the first one accepted.
    pub connection: u64,
    /// Path and query of the request, if one was read.
    pub path: Option<Arc<str>>,
    /// When the connection was accepted; for a further request on a connection, when that request had been read.
    pub accepted: Duration,
    /// When the request had been read.
    pub requested: Option<Duration>,
    /// When the first byte of the answer was sent.
    pub first_byte: Option<Duration>,
    /// When the last byte of the answer was sent; never, if the answer is a reset or has no end.
    pub answered: Option<Duration>,
    /// When the connection was closed, by either side; if it carried another request, when this answer was complete.
    pub ended: Option<Duration>,
}

impl Visit {
    /// Returns whether the request was read and its answer is not finished.
    pub(crate) fn request_is_open(&self) -> bool {
        self.requested.is_some() && self.answered.is_none() && self.ended.is_none()
    }
}

/// Every number that a site reports, and what holds answers back.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub visits: Vec<Visit>,
    /// How often each path was requested.
    pub hits: HashMap<Arc<str>, usize>,
    pub connections: u64,
    pub connections_open: usize,
    pub requests_open: usize,
    pub most_open: usize,
    /// How many requests the gate waits for.
    pub gate: usize,
    /// The paths whose answers are held back.
    pub held: HashSet<String>,
    /// Whether the site's thread is to end.
    pub is_stopped: bool,
}

impl Ledger {
    /// Records a new connection, and returns its visit's number.
    pub fn accepted(&mut self, now: Duration) -> usize {
        self.connections += 1;
        self.connections_open += 1;
        self.begin(self.connections - 1, now)
    }

    /// Begins a visit, and returns its number.
    fn begin(&mut self, connection: u64, now: Duration) -> usize {
        self.visits.push(Visit { connection, accepted: now, ..Visit::default() });
        self.visits.len() - 1
    }

    /// Records a request. Returns its visit, a new one if the connection has carried a request before, and
    /// how many requests for this path came before.
    pub fn requested(&mut self, mut visit: usize, path: &Arc<str>, now: Duration) -> (usize, usize) {
        self.requests_open += 1;
        self.most_open = self.most_open.max(self.requests_open);
        let hits = self.hits.entry(Arc::clone(path)).or_default();
        *hits += 1;
        let before = *hits - 1;
        let last = &mut self.visits[visit];
        if last.requested.is_some() {
            last.ended = last.answered;
            let connection = last.connection;
            visit = self.begin(connection, now);
        }
        self.visits[visit].requested = Some(now);
        self.visits[visit].path = Some(Arc::clone(path));
        (visit, before)
    }

    /// Records bytes of an answer, which may be its last ones.
    pub fn sent(&mut self, visit: usize, are_last: bool, now: Duration) {
        self.visits[visit].first_byte.get_or_insert(now);
        if are_last {
            self.answered(visit, now);
        }
    }

    /// Records the end of an answer, unless it has been recorded already.
    pub fn answered(&mut self, visit: usize, now: Duration) {
        let visit = &mut self.visits[visit];
        if visit.answered.is_none() {
            visit.answered = Some(now);
            // A refusal answers what was no request.
            let was_open = visit.requested.is_some();
            self.requests_open -= usize::from(was_open);
        }
    }

    /// Records the end of a connection, by the number of its last visit.
    pub fn ended(&mut self, visit: usize, now: Duration) {
        let visit = &mut self.visits[visit];
        let was_open = visit.request_is_open();
        visit.ended = Some(now);
        self.requests_open -= usize::from(was_open);
        self.connections_open -= 1;
    }

    /// Returns whether the answer to `path` must wait.
    pub fn holds(&self, path: &str) -> bool {
        self.most_open < self.gate || self.held.contains(path)
    }
}

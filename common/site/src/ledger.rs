//! What the site has seen: counting, without any waiting.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use crate::visit::{Entry, Visit};

/// How many visits are remembered; a load test of an hour must not fill the memory.
const REMEMBERED: usize = 1 << 20;

/// What a request meets on its arrival.
#[derive(Debug)]
pub(crate) struct Arrival {
    /// The visit's number: a new one, if the connection has carried a request before.
    pub visit: u64,
    /// The path that was requested.
    pub path: Arc<str>,
    /// How many requests for this path came before.
    pub hit: usize,
    /// Whether the answer must wait, behind the gate or for its release.
    pub held: bool,
}

/// Every number the site can be asked for, and what holds answers back.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    visits: VecDeque<Entry>,
    forgotten: u64,
    connections: u64,
    hits: HashMap<Arc<str>, usize>,
    requests: u64,
    answers: u64,
    connections_open: usize,
    requests_open: usize,
    most_open: usize,
    gate: Option<usize>,
    held: HashSet<String>,
}

impl Ledger {
    pub fn new(gate: Option<usize>, held: HashSet<String>) -> Ledger {
        Ledger { gate, held, ..Ledger::default() }
    }

    pub fn accepted(&mut self, now: Duration) -> u64 {
        self.connections += 1;
        self.connections_open += 1;
        self.begin(self.connections - 1, now)
    }

    /// Begins a visit, and returns its number.
    fn begin(&mut self, connection: u64, now: Duration) -> u64 {
        while self.visits.len() >= REMEMBERED && self.visits[0].ended.is_some() {
            self.visits.pop_front();
            self.forgotten += 1;
        }
        self.visits.push_back(Entry { connection, accepted: now, ..Entry::default() });
        self.forgotten + self.visits.len() as u64 - 1
    }

    pub fn requested(&mut self, visit: u64, path: &str, now: Duration) -> Arrival {
        self.requests += 1;
        self.requests_open += 1;
        self.most_open = self.most_open.max(self.requests_open);
        let path = match self.hits.get_key_value(path) {
            Some((path, _)) => Arc::clone(path),
            None => Arc::from(path),
        };
        let hits = self.hits.entry(Arc::clone(&path)).or_default();
        let hit = *hits;
        *hits += 1;
        let visit = self.visit_for_request(visit, now);
        let entry = self.entry(visit);
        entry.requested = Some(now);
        entry.path = Some(Arc::clone(&path));
        Arrival { visit, hit, held: self.holds(&path), path }
    }

    /// This visit, or a new one on the same connection if this one has its request already.
    fn visit_for_request(&mut self, visit: u64, now: Duration) -> u64 {
        let last = self.entry(visit);
        if last.requested.is_none() {
            return visit;
        }
        last.ended = last.answered;
        let connection = last.connection;
        self.begin(connection, now)
    }

    pub fn sent(&mut self, visit: u64, bytes: usize, now: Duration) {
        let entry = self.entry(visit);
        entry.first_byte.get_or_insert(now);
        entry.sent += bytes as u64;
    }

    pub fn answered(&mut self, visit: u64, now: Duration) {
        let entry = self.entry(visit);
        let was_open = entry.request_is_open();
        let is_first = entry.answered.is_none();
        entry.answered.get_or_insert(now);
        self.answers += u64::from(is_first);
        self.requests_open -= usize::from(was_open);
    }

    pub fn ended(&mut self, visit: u64, now: Duration) {
        let entry = self.entry(visit);
        let was_open = entry.request_is_open();
        entry.ended = Some(now);
        self.requests_open -= usize::from(was_open);
        self.connections_open -= 1;
    }

    fn entry(&mut self, visit: u64) -> &mut Entry {
        // Only a visit that has ended is forgotten, and nothing is noted of it any more.
        let index = (visit - self.forgotten) as usize;
        &mut self.visits[index]
    }

    /// Whether the answer to `path` must wait.
    pub fn holds(&self, path: &str) -> bool {
        self.gate.is_some() || self.held.contains(path)
    }

    /// Opens the gate if enough requests wait behind it, and says whether it did.
    pub fn gate_is_reached(&mut self) -> bool {
        self.gate.take_if(|gate| self.requests_open >= *gate).is_some()
    }

    pub fn open_gate(&mut self) {
        self.gate = None;
    }

    pub fn release(&mut self, path: &str) {
        self.held.remove(path);
    }

    pub fn connections(&self) -> u64 {
        self.connections
    }

    pub fn requests(&self) -> u64 {
        self.requests
    }

    pub fn answers(&self) -> u64 {
        self.answers
    }

    pub fn connections_open(&self) -> usize {
        self.connections_open
    }

    pub fn requests_open(&self) -> usize {
        self.requests_open
    }

    pub fn most_open(&self) -> usize {
        self.most_open
    }

    pub fn hits(&self, path: &str) -> usize {
        self.hits.get(path).copied().unwrap_or(0)
    }

    pub fn paths(&self) -> Vec<String> {
        let mut paths: Vec<String> = self.hits.keys().map(|path| path.to_string()).collect();
        paths.sort_unstable();
        paths
    }

    pub fn unanswered(&self) -> Vec<String> {
        let open = self.visits.iter().filter(|entry| entry.request_is_open());
        open.filter_map(|entry| entry.path.as_deref().map(str::to_owned)).collect()
    }

    pub fn log(&self) -> Vec<Visit> {
        self.visits.iter().map(Entry::visit).collect()
    }
}

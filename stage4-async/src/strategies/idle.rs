//! [`IdleConnections`]: connections between two fetches, found by their origin and closed by their age.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Instant;

use super::stream::Stream;

/// A connection that is open, and that no fetch uses.
pub struct Idle {
    /// Scheme, host and port.
    pub origin: String,
    /// The connection.
    pub stream: Stream,
    /// When it became idle.
    pub since: Instant,
}

/// The idle connections. The one that became idle most recently is last.
#[derive(Default)]
pub struct IdleConnections {
    /// By a number that grows with each of them.
    by_age: BTreeMap<u64, Idle>,
    /// The numbers of each origin.
    by_origin: HashMap<String, VecDeque<u64>>,
    last: u64,
}

impl IdleConnections {
    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.by_age.len()
    }

    /// Returns when the oldest one became idle.
    pub fn oldest(&self) -> Option<Instant> {
        self.by_age.values().next().map(|idle| idle.since)
    }

    /// Adds a connection that becomes idle now.
    pub fn push_back(&mut self, idle: Idle) {
        self.last += 1;
        self.by_origin.entry(idle.origin.clone()).or_default().push_back(self.last);
        self.by_age.insert(self.last, idle);
    }

    /// Removes the oldest one, and returns it.
    pub fn pop_front(&mut self) -> Option<Idle> {
        let (_, idle) = self.by_age.pop_first()?;
        self.remove_number(&idle.origin, VecDeque::pop_front);
        Some(idle)
    }

    /// Removes the last one of `origin`, and returns it.
    pub fn take(&mut self, origin: &str) -> Option<Idle> {
        let number = self.remove_number(origin, VecDeque::pop_back)?;
        self.by_age.remove(&number)
    }

    fn remove_number(&mut self, origin: &str, pop: fn(&mut VecDeque<u64>) -> Option<u64>) -> Option<u64> {
        let numbers = self.by_origin.get_mut(origin)?;
        let number = pop(numbers);
        if numbers.is_empty() {
            self.by_origin.remove(origin);
        }
        number
    }
}

//! [`Workers`]: which workers there are, how many jobs they can take, and whose failures are believed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use common::text::number;
use serde_json::from_str;
use tracing::warn;

use super::fold::History;
use super::queue::Presence;
use super::signs::{Sign, Silence, looks, period};

/// A worker that fails so many times in a row, where others do not, is sick.
const SICK: u32 = 10;

/// What the leader knows of the workers.
#[derive(Debug)]
pub struct Workers {
    lease: Duration,
    seen: BTreeMap<String, Seen>,
    /// The workers that have failed at a host since it has answered last.
    failing: HashMap<String, BTreeSet<String>>,
}

/// What is known of a worker.
#[derive(Debug, Default)]
struct Seen {
    sign: Silence,
    /// How many jobs it can work on at once.
    capacity: usize,
    /// How many it has.
    jobs: usize,
    /// How often it has failed where others have not, since its last answer.
    faults: u32,
}

impl Seen {
    fn is_well(&self) -> bool {
        self.faults < SICK && self.capacity > 0
    }
}

impl Workers {
    /// Makes what a new leader knows: nothing.
    pub fn new(lease: Duration) -> Workers {
        Workers { lease, seen: BTreeMap::new(), failing: HashMap::new() }
    }

    /// Returns how many workers there are.
    pub fn count(&self) -> usize {
        self.seen.len()
    }

    /// Returns how many jobs they can have at once.
    pub fn capacity(&self) -> usize {
        self.seen.values().filter(|seen| seen.is_well()).map(|seen| seen.capacity).sum()
    }

    /// Looks at those that are present. Returns which are dead, and whether any has left.
    pub fn look(&mut self, present: HashMap<String, Presence>) -> (Vec<String>, bool) {
        let known = self.seen.len();
        self.seen.retain(|worker, _| present.contains_key(worker));
        let has_left = self.seen.len() < known;
        for (worker, Presence { sign, jobs }) in present {
            let seen = self.seen.entry(worker).or_default();
            seen.sign.look(&sign);
            seen.capacity = from_str(&sign).map_or(0, |sign: Sign| sign.capacity);
            seen.jobs = jobs;
        }
        let dead = self.seen.iter().filter(|(_, seen)| seen.sign.same >= looks(self.lease));
        (dead.map(|(worker, _)| worker.clone()).collect(), has_left)
    }

    /// Returns the workers whose fetches fail where those of others do not.
    pub fn sick(&self) -> Vec<String> {
        let sick = self.seen.iter().filter(|(_, seen)| seen.faults >= SICK);
        sick.map(|(worker, _)| worker.clone()).collect()
    }

    /// Says which workers are silent and have pages: the first three, because each worker reads it once in a period.
    pub fn waits_for(&self) -> Option<String> {
        let silent = self.seen.iter().filter(|(_, seen)| seen.sign.same > 2 && seen.jobs > 0);
        let said = silent.take(3).map(|(worker, seen)| {
            let (pages, silent) = (number(seen.jobs, "page"), seen.sign.same * period(self.lease));
            let (silent, left) = (silent.as_secs(), self.lease.saturating_sub(silent).as_secs());
            format!("{pages} with worker {worker}, silent for {silent} s, taken over in {left} s")
        });
        let said: Vec<_> = said.collect();
        (!said.is_empty()).then(|| said.join("; "))
    }

    /// Notes that a worker has an answer for a page at which others have `failed`. Their failures are not those of the page.
    pub fn answered(&mut self, by: &str, host: &str, failed: &BTreeSet<String>) {
        self.failing.remove(host);
        for worker in failed {
            if let Some(seen) = self.seen.get_mut(worker) {
                seen.faults += 1;
                if seen.faults == SICK {
                    warn!(worker, "the fetches of a worker fail, and those of others do not");
                }
            }
        }
        if let Some(seen) = self.seen.get_mut(by) {
            seen.faults = 0;
        }
    }

    /// Notes that a worker has failed at a host.
    pub fn failed(&mut self, by: String, host: &str) {
        self.failing.entry(host.to_owned()).or_default().insert(by);
    }

    /// Returns whether a failure is that of the page: two workers have failed at it or at its host, or there is no other.
    pub fn believe(&self, host: &str, history: &History) -> bool {
        let at_host = self.failing.get(host).into_iter().flatten();
        at_host.chain(&history.failed).collect::<BTreeSet<_>>().len() > 1 || !self.has_other(history)
    }

    /// Returns the workers that are not to try again, if others may.
    pub fn not_again(&self, history: &History) -> Vec<String> {
        if self.has_other(history) { history.failed.iter().cloned().collect() } else { Vec::new() }
    }

    /// Returns whether a healthy worker has not failed at it yet.
    pub fn has_other(&self, history: &History) -> bool {
        self.seen.iter().any(|(worker, seen)| seen.is_well() && !history.failed.contains(worker))
    }
}

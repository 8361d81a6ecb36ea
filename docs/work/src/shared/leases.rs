//! [`Leases`]: the jobs that this worker has, which it keeps by renewing them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::lock::lock;

/// The jobs that this worker has. Its clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Leases {
    jobs: Arc<Mutex<BTreeMap<String, Instant>>>,
    looked_at: Arc<Mutex<Option<Instant>>>,
}

impl Leases {
    /// Notes that this worker has a job.
    pub fn hold(&self, job: &str) -> Lease {
        let since = Instant::now();
        lock(&self.jobs).insert(job.to_owned(), since);
        Lease { job: job.to_owned(), since, leases: self.clone() }
    }

    /// Returns the jobs.
    pub fn jobs(&self) -> Vec<String> {
        lock(&self.jobs).keys().cloned().collect()
    }

    /// Returns how many jobs there are, and how long the worker has had the oldest of them.
    pub fn age(&self) -> (usize, Option<Duration>) {
        let jobs = lock(&self.jobs);
        (jobs.len(), jobs.values().min().map(Instant::elapsed))
    }

    /// Returns whether the last look at the jobs of others was longer ago than `pause`. If so, the caller is to look now.
    pub fn is_time_to_look(&self, pause: Duration) -> bool {
        let mut looked_at = lock(&self.looked_at);
        let is_time = looked_at.is_none_or(|at| at.elapsed() >= pause);
        *looked_at = if is_time { Some(Instant::now()) } else { *looked_at };
        is_time
    }
}

/// A job that this worker has, until this is dropped.
pub struct Lease {
    job: String,
    since: Instant,
    leases: Leases,
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut jobs = lock(&self.leases.jobs);
        // The worker may have given the job back, and taken it again.
        if jobs.get(&self.job) == Some(&self.since) {
            jobs.remove(&self.job);
        }
    }
}

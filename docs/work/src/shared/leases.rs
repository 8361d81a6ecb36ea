//! [`Leases`]: the jobs that this worker has, which it keeps by renewing them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::lock::lock;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most jobs that are taken at once.
const BATCH: usize = 100;

/// The jobs that this worker has, at most as many as it may have fetches in flight. Its clones are the same.
#[derive(Clone, Debug)]
pub struct Leases {
    places: Arc<Semaphore>,
    jobs: Arc<Mutex<BTreeMap<String, Instant>>>,
    looked_at: Arc<Mutex<Option<Instant>>>,
}

impl Leases {
    /// Makes room for `most` jobs.
    pub fn new(most: usize) -> Leases {
        Leases { places: Arc::new(Semaphore::new(most)), jobs: Arc::default(), looked_at: Arc::default() }
    }

    /// Waits for free places, and returns some of them. Reserve them before jobs are taken: a job that waits here could be
    /// worked on by another machine.
    pub async fn reserve(&self) -> OwnedSemaphorePermit {
        let acquire = Arc::clone(&self.places).acquire_owned().await;
        let mut places = acquire.expect("nothing closes the semaphore");
        let more = self.places.available_permits().min(BATCH - 1);
        if let Ok(more) = Arc::clone(&self.places).try_acquire_many_owned(more as u32) {
            places.merge(more);
        }
        places
    }

    /// Notes that this worker has a job, in a reserved place.
    pub fn hold(&self, job: &str, place: OwnedSemaphorePermit) -> Lease {
        lock(&self.jobs).insert(job.to_owned(), Instant::now());
        Lease { job: job.to_owned(), leases: self.clone(), _place: place }
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

    /// Returns whether the worker has no job.
    pub fn is_empty(&self) -> bool {
        lock(&self.jobs).is_empty()
    }
}

/// A job that this worker has, until this is dropped.
#[derive(Debug)]
pub struct Lease {
    job: String,
    leases: Leases,
    _place: OwnedSemaphorePermit,
}

impl Drop for Lease {
    fn drop(&mut self) {
        lock(&self.leases.jobs).remove(&self.job);
    }
}

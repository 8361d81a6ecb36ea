//! [`Signs`]: the signs of life of a worker, and which worker leads.
//!
//! A sign counts if it changes, by the clock of the worker that looks at it. So no clock of another machine, or of Redis, ends a lease.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::lock::lock;
use serde_json::{Value, from_str, json};
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::fault::Fault;
use super::queue::Queue;
use crate::watch::Status;

/// The longest time between two signs.
const PERIOD: Duration = Duration::from_secs(1);

/// How long a leader may give no sign. It is short, because two leaders for a moment do no harm.
const LEAD: Duration = Duration::from_secs(5);

/// The last sign of the leader: the crawl is done.
const END: &str = "end";

/// Gives signs of a worker. Its clones are the same worker's.
#[derive(Clone)]
pub struct Signs {
    queue: Queue,
    lease: Duration,
    /// Whether this worker leads.
    leads: watch::Sender<bool>,
    /// The sign of the leader.
    leader: Arc<Mutex<String>>,
    /// What the crawl does, as far as this worker knows it.
    status: Arc<Mutex<Status>>,
    /// Cancelled when the crawl is done.
    pub done: CancellationToken,
}

impl Signs {
    /// Makes those of a worker whose lease lasts so long without a sign.
    pub fn new(queue: &Queue, lease: Duration) -> Signs {
        let (leads, leader, status, done) = Default::default();
        Signs { queue: queue.clone(), lease, leads, leader, status, done }
    }

    /// Returns whether the crawl is done.
    pub async fn is_done(&self) -> Result<bool, Fault> {
        Ok(self.queue.leader().await? == END)
    }

    /// Returns the time between two signs.
    pub fn period(&self) -> Duration {
        PERIOD.min(self.lease / 4)
    }

    /// Returns what tells whether this worker leads.
    pub fn leads(&self) -> watch::Receiver<bool> {
        self.leads.subscribe()
    }

    /// Gives signs until the crawl is done. `tasks` returns how many jobs the worker can work on.
    ///
    /// # Errors
    /// If this worker is sick: the leader says so.
    pub async fn give(self, tasks: impl Fn() -> usize) -> Result<(), Fault> {
        let mut seen = (String::new(), Instant::now());
        let mut looked_at = Instant::now();
        for number in 0.. {
            let tasks = tasks();
            if self.queue.sign(number, tasks).await? {
                return Err(Fault::Sick);
            }
            if *self.leads.borrow() {
                let sign = self.sign(number);
                let old = lock(&self.leader).clone();
                let leads = self.queue.replace_leader(&old, &sign).await?;
                *lock(&self.leader) = sign;
                self.leads.send_replace(leads);
            } else {
                let sign = self.queue.leader().await?;
                let now = Instant::now();
                if sign == END {
                    self.done.cancel();
                    return Ok(());
                }
                // If this worker was stopped, or Redis was away, the leader may have had no way to give a sign.
                if sign != seen.0 || now - looked_at > self.lease() / 2 {
                    seen = (sign.clone(), now);
                    self.learn(&sign);
                }
                looked_at = now;
                if tasks > 0 && (sign.is_empty() || now - seen.1 > self.lease()) {
                    let ours = self.sign(number);
                    let leads = self.queue.replace_leader(&sign, &ours).await?;
                    *lock(&self.leader) = ours;
                    self.leads.send_replace(leads);
                }
            }
            tokio::select! {
                () = sleep(self.period()) => {}
                () = self.done.cancelled() => return Ok(()),
            }
        }
        Ok(())
    }

    /// Says that the crawl is done, as its leader. Returns whether this worker was still that.
    pub async fn end(&self) -> Result<bool, Fault> {
        let old = lock(&self.leader).clone();
        let is_ended = self.queue.replace_leader(&old, END).await?;
        self.leads.send_replace(false);
        Ok(is_ended)
    }

    /// Lets another worker lead, if this one does; or all go on, if the crawl is not done after all.
    pub async fn resign(&self) -> Result<(), Fault> {
        let old = lock(&self.leader).clone();
        if self.leads.send_replace(false) {
            self.queue.replace_leader(&old, "").await?;
        }
        Ok(())
    }

    /// Notes what the leader knows of the crawl.
    pub fn note(&self, status: Status) {
        *lock(&self.status) = status;
    }

    /// Returns what the crawl does, and this worker.
    pub fn status(&self) -> Status {
        let (in_flight, oldest) = self.queue.age();
        Status { in_flight, oldest, ..lock(&self.status).clone() }
    }

    fn lease(&self) -> Duration {
        self.lease.min(LEAD)
    }

    /// Returns a sign of the leader, which is this worker. It has what the others want to know.
    fn sign(&self, number: u64) -> String {
        let Status { done, queued, workers, waits_for, .. } = lock(&self.status).clone();
        json!([&*self.queue.worker, number, done, queued, workers, waits_for]).to_string()
    }

    /// Learns what the leader knows.
    fn learn(&self, sign: &str) {
        type Sign = (Value, Value, usize, usize, Option<usize>, Option<String>);
        if let Ok((_, _, done, queued, workers, waits_for)) = from_str::<Sign>(sign) {
            self.note(Status { done, queued, workers, waits_for, ..Status::default() });
        }
    }
}

//! [`Signs`]: the signs of life of a worker, and which worker leads.
//!
//! A sign counts if it changes. A lease is over after so many looks at a sign that has not changed. So no clock of another machine or
//! of Redis ends a lease, nor does an hour in which Redis is away, or in which the worker that looks was stopped.

use std::sync::{Arc, Mutex};
use std::time::Duration;

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

/// Returns the time between two signs of a worker with this lease.
pub fn period(lease: Duration) -> Duration {
    PERIOD.min(lease / 4)
}

/// Returns after how many looks in vain a lease is over.
pub fn looks(lease: Duration) -> u32 {
    lease.div_duration_f64(period(lease)).ceil() as u32
}

/// How many looks at a sign were in vain.
#[derive(Debug, Default)]
pub struct Silence {
    sign: String,
    /// How many times it was the same again.
    pub looks: u32,
}

impl Silence {
    /// Looks at a sign.
    pub fn look(&mut self, sign: &str) {
        self.looks = if self.sign == sign { self.looks + 1 } else { 0 };
        sign.clone_into(&mut self.sign);
    }
}

/// Gives signs of a worker. Its clones are the same worker's.
#[derive(Clone)]
pub struct Signs {
    queue: Queue,
    lease: Duration,
    /// Whether this worker leads.
    leads: watch::Sender<bool>,
    /// The sign of the leader.
    leader: Arc<tokio::sync::Mutex<String>>,
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

    /// Returns what tells whether this worker leads.
    pub fn leads(&self) -> watch::Receiver<bool> {
        self.leads.subscribe()
    }

    /// Gives signs until the crawl is done. `room` returns how many jobs the worker can work on.
    ///
    /// # Errors
    /// If this worker is sick: the leader says so.
    pub async fn give(self, room: impl Fn() -> usize) -> Result<(), Fault> {
        let mut seen = Silence::default();
        for number in 0.. {
            let room = room();
            if number % u64::from(looks(self.lease)) == 0 {
                self.queue.doubt();
            }
            if self.queue.sign(number, room).await? {
                return Err(Fault::Sick);
            }
            // Nothing else replaces the sign of the leader meanwhile.
            let mut leader = self.leader.lock().await;
            if !*self.leads.borrow() {
                *leader = self.queue.leader().await?;
                if *leader == END {
                    self.done.cancel();
                    return Ok(());
                }
                self.learn(&leader);
                seen.look(&leader);
            }
            let is_free = leader.is_empty() || seen.looks >= looks(self.lease.min(LEAD));
            if *self.leads.borrow() || is_free && room > 0 {
                let sign = self.sign(number);
                let leads = self.queue.replace_leader(&leader, &sign).await?;
                *leader = sign;
                self.leads.send_replace(leads);
            }
            drop(leader);
            tokio::select! {
                () = sleep(period(self.lease)) => {}
                () = self.done.cancelled() => return Ok(()),
            }
        }
        Ok(())
    }

    /// Says that the crawl is done, as its leader. Returns whether this worker was still that.
    pub async fn end(&self) -> Result<bool, Fault> {
        self.pass_on(END).await
    }

    /// Takes it back that the crawl is done.
    pub async fn reopen(&self) -> Result<(), Fault> {
        self.queue.replace_leader(END, "").await.map(drop)
    }

    /// Lets another worker lead, if this one does.
    pub async fn resign(&self) -> Result<(), Fault> {
        self.pass_on("").await.map(drop)
    }

    async fn pass_on(&self, sign: &str) -> Result<bool, Fault> {
        let leader = self.leader.lock().await;
        Ok(self.leads.send_replace(false) && self.queue.replace_leader(&leader, sign).await?)
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

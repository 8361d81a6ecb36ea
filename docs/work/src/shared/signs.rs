//! [`Signs`]: the signs of life of a worker, and which worker leads.
//!
//! A sign counts if it changes. A lease is over after so many looks at a sign that has not changed. So no clock of another machine or
//! of Redis ends a lease, nor does an hour in which Redis is away, or in which the worker that looks was stopped.

use std::mem;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::lock::lock;
use serde::{Deserialize, Serialize};
use serde_json::{from_str, to_string};
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

/// Counts the looks at a sign that has not changed.
#[derive(Debug, Default)]
pub struct Silence {
    sign: String,
    /// How many times it was the same again.
    pub same: u32,
}

impl Silence {
    /// Looks at a sign.
    pub fn look(&mut self, sign: &str) {
        self.same = if self.sign == sign { self.same + 1 } else { 0 };
        sign.clone_into(&mut self.sign);
    }
}

/// A sign of a worker.
#[derive(Serialize, Deserialize)]
pub struct Sign {
    number: u64,
    /// How many jobs it can work on at once.
    pub capacity: usize,
}

/// What the leader knows of the crawl, and all workers want to know.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct News {
    /// What the crawl does.
    #[serde(flatten)]
    pub status: Status,
    /// The workers that are to end, because their fetches fail where those of others do not.
    pub sick: Vec<String>,
}

/// A sign of the leader.
#[derive(Serialize, Deserialize)]
struct LeaderSign {
    worker: String,
    number: u64,
    #[serde(flatten)]
    news: News,
}

/// Gives signs of a worker. Its clones are the same worker's.
#[derive(Clone)]
pub struct Signs {
    queue: Queue,
    lease: Duration,
    /// Whether this worker leads.
    pub leads: watch::Sender<bool>,
    /// The sign of the leader.
    leader_sign: Arc<tokio::sync::Mutex<String>>,
    /// What this worker knows of the crawl.
    news: Arc<Mutex<News>>,
    /// Cancelled when the crawl is done.
    pub done: CancellationToken,
}

impl Signs {
    /// Makes the signs of a worker with this lease.
    pub fn new(queue: &Queue, lease: Duration) -> Signs {
        let (leads, leader_sign, news, done) = Default::default();
        Signs { queue: queue.clone(), lease, leads, leader_sign, news, done }
    }

    /// Returns whether the crawl is done.
    pub async fn is_done(&self) -> Result<bool, Fault> {
        Ok(self.queue.leader_sign().await? == END)
    }

    /// Gives the sign of this number, of a worker that can work on so many jobs at once.
    pub async fn sign(&self, number: u64, capacity: usize) -> Result<(), Fault> {
        let sign = to_string(&Sign { number, capacity }).expect("numbers are JSON");
        self.queue.sign(&sign).await
    }

    /// Gives signs until the crawl is done. `capacity` returns how many jobs the worker can work on at once.
    ///
    /// # Errors
    /// If the leader says that this worker is sick.
    pub async fn give(self, capacity: impl Fn() -> usize) -> Result<(), Fault> {
        let mut seen = Silence::default();
        for number in 0.. {
            let capacity = capacity();
            if number % u64::from(looks(self.lease)) == 0 {
                // A replica that has become the master may have forgotten that a job was settled.
                self.queue.doubt();
            }
            self.sign(number, capacity).await?;
            // `pass_on` waits meanwhile.
            let mut leader = self.leader_sign.lock().await;
            if !*self.leads.borrow() {
                *leader = self.queue.leader_sign().await?;
                if *leader == END {
                    self.done.cancel();
                    return Ok(());
                }
                if let Ok(LeaderSign { news, .. }) = from_str(&leader) {
                    self.note(news);
                }
                seen.look(&leader);
            }
            let news = lock(&self.news).clone();
            if news.sick.iter().any(|worker| **worker == *self.queue.worker) {
                return Err(Fault::Sick);
            }
            let is_free = leader.is_empty() || seen.same >= looks(self.lease.min(LEAD));
            if *self.leads.borrow() || is_free && capacity > 0 {
                let sign = LeaderSign { worker: self.queue.worker.to_string(), number, news };
                let sign = to_string(&sign).expect("texts and numbers are JSON");
                // If this future is dropped meanwhile, the sign is probably the new one.
                let old = mem::replace(&mut *leader, sign);
                let leads = self.queue.replace_leader(&old, &leader).await?;
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

    /// Takes back that the crawl is done.
    pub async fn reopen(&self) -> Result<(), Fault> {
        self.queue.replace_leader(END, "").await.map(drop)
    }

    /// Lets another worker lead, if this one does.
    pub async fn resign(&self) -> Result<(), Fault> {
        self.pass_on("").await.map(drop)
    }

    async fn pass_on(&self, sign: &str) -> Result<bool, Fault> {
        let leader = self.leader_sign.lock().await;
        Ok(self.leads.send_replace(false) && self.queue.replace_leader(&leader, sign).await?)
    }

    /// Notes what the leader knows of the crawl.
    pub fn note(&self, news: News) {
        *lock(&self.news) = news;
    }

    /// Returns what the crawl does, and this worker.
    pub fn status(&self) -> Status {
        let (in_flight, oldest) = self.queue.age();
        Status { in_flight, oldest, ..lock(&self.news).status.clone() }
    }
}
